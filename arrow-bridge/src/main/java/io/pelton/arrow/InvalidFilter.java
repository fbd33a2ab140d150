package io.pelton.arrow;

/** A Substrait expression can't filter the rows of a file. */
public final class InvalidFilter extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String reason;

  public InvalidFilter(String file, String reason, Throwable cause) {
    super(
        "the filter of '"
            + file
            + "': "
            + reason
            + "; give one boolean expression over the file's columns, as a serialized Substrait"
            + " ExtendedExpression",
        cause);
    this.file = file;
    this.reason = reason;
  }

  public String file() {
    return file;
  }

  public String reason() {
    return reason;
  }
}
