package io.pelton.arrow;

/** A model output can't become the columns it is bound to. */
public final class OutputMismatch extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String output;
  private final String expected;
  private final String found;
  private final String remedy;

  public OutputMismatch(String output, String expected, String found, String remedy) {
    super(
        "Output '" + output + "': expected " + expected + ", found " + found + "; " + remedy + ".");
    this.output = output;
    this.expected = expected;
    this.found = found;
    this.remedy = remedy;
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

  public String remedy() {
    return remedy;
  }
}
