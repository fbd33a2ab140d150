package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** An output of a prediction was read as something that it is not. */
@PublicEvolving
public final class OutputKindMismatch extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String output;
  private final String expected;
  private final String found;

  public OutputKindMismatch(String output, String expected, String found) {
    super(
        "Output '"
            + output
            + "' was read as "
            + expected
            + " but is "
            + found
            + "; call the accessor for that, or value(…).");
    this.output = output;
    this.expected = expected;
    this.found = found;
  }

  public String output() {
    return output;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
