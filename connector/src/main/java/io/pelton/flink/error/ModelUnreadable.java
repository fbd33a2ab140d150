package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A model's bytes could not be read. */
@PublicEvolving
public final class ModelUnreadable extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String reason;

  public ModelUnreadable(String model, String reason, Throwable cause) {
    super(
        "Can't read model '"
            + model
            + "': "
            + reason
            + "; put it where every TaskManager can read it.",
        cause);
    this.model = model;
    this.reason = reason;
  }

  /** Its location as the user gave it. */
  public String model() {
    return model;
  }

  public String reason() {
    return reason;
  }
}
