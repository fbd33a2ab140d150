package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A file that is to be read is not the one that was found: it grew, shrank or vanished. */
@PublicEvolving
public final class FileChanged extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long expected;
  private final long found;

  /**
   * @param expected bytes when it was found
   * @param found bytes now, -1 when there is no such file any more
   */
  public FileChanged(String file, long expected, long found) {
    super(
        "File '"
            + file
            + "' had "
            + expected
            + " bytes when it was found and "
            + (found < 0 ? "is gone now" : "has " + found + " now")
            + "; files must stay as they are from when they get their names: write them under a"
            + " name that begins with '.' or '_', rename them when they are complete, and put what"
            + " comes later into files of its own.");
    this.file = file;
    this.expected = expected;
    this.found = found;
  }

  public String file() {
    return file;
  }

  public long expected() {
    return expected;
  }

  public long found() {
    return found;
  }
}
