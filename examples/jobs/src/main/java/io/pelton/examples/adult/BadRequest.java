package io.pelton.examples.adult;

/** What the user gave can't be used; the message says what, why and what to do. */
final class BadRequest extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BadRequest(String message) {
    super(message);
  }

  BadRequest(String message, Throwable cause) {
    super(message, cause);
  }
}
