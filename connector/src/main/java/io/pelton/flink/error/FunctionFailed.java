package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A function that gives a model input what it takes of a record has thrown. */
@PublicEvolving
public final class FunctionFailed extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String input;

  public FunctionFailed(String input, Throwable cause) {
    super(
        "The function for input '"
            + input
            + "' failed: "
            + cause
            + "; let it give null, or a value, for such a record.",
        cause);
    this.input = input;
  }

  public String input() {
    return input;
  }
}
