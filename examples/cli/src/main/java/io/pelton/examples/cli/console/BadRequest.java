package io.pelton.examples.cli.console;

/** What the user gave can't be used; the message says what, why and what to do. */
public final class BadRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public BadRequest(String message) {
    super(message);
  }

  public BadRequest(String message, Throwable cause) {
    super(message, cause);
  }
}
