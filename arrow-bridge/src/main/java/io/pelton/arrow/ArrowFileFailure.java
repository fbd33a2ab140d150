package io.pelton.arrow;

/** The operating system or file system failed to read or write a file. */
public final class ArrowFileFailure extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String action;

  public ArrowFileFailure(String file, String action, Throwable cause) {
    super("Can't " + action + " '" + file + "': " + cause, cause);
    this.file = file;
    this.action = action;
  }

  public String file() {
    return file;
  }

  public String action() {
    return action;
  }
}
