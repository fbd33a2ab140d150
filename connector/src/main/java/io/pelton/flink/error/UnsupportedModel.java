package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A model that can be read, but whose inputs or outputs are not those of single rows. */
@PublicEvolving
public final class UnsupportedModel extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String reason;

  public UnsupportedModel(String model, String reason) {
    super(
        "Model '"
            + model
            + "' can't score rows of a table: "
            + reason
            + "; export it with a symbolic batch axis, and inputs and outputs that say something of"
            + " each row.");
    this.model = model;
    this.reason = reason;
  }

  public String model() {
    return model;
  }

  public String reason() {
    return reason;
  }
}
