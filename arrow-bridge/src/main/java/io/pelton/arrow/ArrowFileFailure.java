package io.pelton.arrow;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

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

  /** For a file to read that is not there, or is a folder. */
  public static ArrowFileFailure noFile(Path file) {
    String reason =
        Files.isDirectory(file)
            ? "it is a folder; name a file in it"
            : "no such file; check the path";
    return new ArrowFileFailure(file.toString(), "read", new IOException(reason));
  }

  public String file() {
    return file;
  }

  public String action() {
    return action;
  }
}
