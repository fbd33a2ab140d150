package io.pelton.arrow;

/** A file is not of the format it is read as, or is cut short, or corrupted. */
public final class InvalidArrowFile extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final long offset;
  private final String reason;

  public InvalidArrowFile(String file, long offset, String reason, Throwable cause) {
    super("'" + file + "'" + (offset < 0 ? "" : " at byte " + offset) + ": " + reason, cause);
    this.file = file;
    this.offset = offset;
    this.reason = reason;
  }

  public String file() {
    return file;
  }

  public long offset() {
    return offset;
  }

  public String reason() {
    return reason;
  }
}
