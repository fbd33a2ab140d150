package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A model output that has no place in a prediction. */
@PublicEvolving
public final class UnsupportedOutput extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String output;
  private final String type;
  private final String reason;

  public UnsupportedOutput(String output, String type, String reason) {
    super(
        "Output '"
            + output
            + "' of type "
            + type
            + " "
            + reason
            + "; choose other outputs with output(…), in SQL with 'output.mapping'.");
    this.output = output;
    this.type = type;
    this.reason = reason;
  }

  public String output() {
    return output;
  }

  public String type() {
    return type;
  }

  public String reason() {
    return reason;
  }
}
