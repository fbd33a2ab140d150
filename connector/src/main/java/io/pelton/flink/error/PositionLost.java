package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A file is not the one that was being read when a checkpoint was taken. */
@PublicEvolving
public final class PositionLost extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;

  public PositionLost(String file, long offset) {
    super(
        "'"
            + file
            + "' has no record batch at byte "
            + offset
            + ", where the checkpoint wants to go on: it was replaced since; restore the file, or"
            + " start without the checkpoint.");
    this.file = file;
    this.offset = offset;
  }

  public String file() {
    return file;
  }

  public long offset() {
    return offset;
  }
}
