package io.pelton.engine.error;

/** A decode session no longer fits what it was opened on. */
public final class StaleSession extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String what;
  private final String expected;
  private final String found;

  public StaleSession(String what, String expected, String found) {
    super(
        "The decode session is stale: "
            + what
            + " should be "
            + expected
            + " but is "
            + found
            + ". Open a new session.");
    this.what = what;
    this.expected = expected;
    this.found = found;
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
