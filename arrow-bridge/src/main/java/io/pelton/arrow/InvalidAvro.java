package io.pelton.arrow;

/** Bytes that are not Avro data of their schema: cut short, corrupted, or of another schema. */
public final class InvalidAvro extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String source;
  private final long row;
  private final long offset;
  private final String reason;

  /**
   * @param source a file, or what the bytes are otherwise
   * @param row of the record, counted from the first one of the batch, or of the file's range that
   *     is read; -1 where the failure is about none
   * @param offset in the source; in a compressed file, that of the block that the record is in
   */
  public InvalidAvro(String source, long row, long offset, String reason, Throwable cause) {
    super(
        "'"
            + source
            + "'"
            + (row < 0 ? "" : " record " + row)
            + " at byte "
            + offset
            + ": "
            + reason,
        cause);
    this.source = source;
    this.row = row;
    this.offset = offset;
    this.reason = reason;
  }

  public String source() {
    return source;
  }

  public long row() {
    return row;
  }

  public long offset() {
    return offset;
  }

  public String reason() {
    return reason;
  }
}
