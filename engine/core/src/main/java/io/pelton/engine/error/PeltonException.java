package io.pelton.engine.error;

/**
 * Root of every exception that Pelton throws on purpose; each module has a family of its own below
 * it.
 */
public abstract class PeltonException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  protected PeltonException(String message) {
    super(message);
  }

  protected PeltonException(String message, Throwable cause) {
    super(message, cause);
  }
}
