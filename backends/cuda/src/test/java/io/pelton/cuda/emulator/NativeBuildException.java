package io.pelton.cuda.emulator;

/** The emulated driver or a kernel cannot be compiled or opened for the host. */
public final class NativeBuildException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NativeBuildException(String message) {
    super(message);
  }

  NativeBuildException(String message, Throwable cause) {
    super(message, cause);
  }
}
