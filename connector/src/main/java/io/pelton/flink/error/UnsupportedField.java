package io.pelton.flink.error;

import java.util.List;
import org.apache.flink.annotation.PublicEvolving;

/** A field has a type that can't become a column or come out of one. */
@PublicEvolving
public final class UnsupportedField extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String type;
  private final List<String> supported;

  public UnsupportedField(String field, String type, List<String> supported) {
    super(
        "Field '"
            + field
            + "' has the type "
            + type
            + "; supported are "
            + supported
            + ": map it to one of these before.");
    this.field = field;
    this.type = type;
    this.supported = List.copyOf(supported);
  }

  public String field() {
    return field;
  }

  public String type() {
    return type;
  }

  public List<String> supported() {
    return supported;
  }
}
