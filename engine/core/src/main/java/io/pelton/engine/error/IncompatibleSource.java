package io.pelton.engine.error;

/** An executable was to take over from one that does not fit. */
public final class IncompatibleSource extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String subject;
  private final String what;
  private final String expected;
  private final String found;

  public IncompatibleSource(String subject, String what, String expected, String found) {
    super(
        "The "
            + subject
            + " can't take from that source: "
            + what
            + " should be "
            + expected
            + " but is "
            + found
            + ".");
    this.subject = subject;
    this.what = what;
    this.expected = expected;
    this.found = found;
  }

  public String subject() {
    return subject;
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
