package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A TaskManager found other bytes at a model's location than the job was validated with. */
@PublicEvolving
public final class ModelChanged extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String expected;
  private final String found;

  public ModelChanged(String model, String expected, String found) {
    super(
        "Model '"
            + model
            + "' has the SHA-256 "
            + found
            + ", but the job was built with "
            + expected
            + "; submit the job again, or give every version a path of its own.");
    this.model = model;
    this.expected = expected;
    this.found = found;
  }

  public String model() {
    return model;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
