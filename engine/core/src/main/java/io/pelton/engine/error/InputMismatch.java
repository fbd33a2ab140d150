package io.pelton.engine.error;

/** A value given for an input has another type or shape than the input declares. */
public final class InputMismatch extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String input;
  private final String what;
  private final String expected;
  private final String found;

  public InputMismatch(String input, String what, String expected, String found) {
    super("Input '" + input + "': " + what + " should be " + expected + " but is " + found + ".");
    this.input = input;
    this.what = what;
    this.expected = expected;
    this.found = found;
  }

  public String input() {
    return input;
  }

  public String what() {
    return what;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
