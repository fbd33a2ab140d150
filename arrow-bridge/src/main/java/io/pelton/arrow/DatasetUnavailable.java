package io.pelton.arrow;

/** Parquet and ORC can't be read or written here: Arrow's native library does not load. */
public final class DatasetUnavailable extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String reason;
  private final String remedy;

  public DatasetUnavailable(String reason, String remedy, Throwable cause) {
    super(
        "Parquet and ORC need arrow-dataset and its native library: "
            + reason
            + "; "
            + remedy
            + ". Without it, read Parquet with Flink's own format (flink-parquet), or convert the"
            + " files to Arrow IPC.",
        cause);
    this.reason = reason;
    this.remedy = remedy;
  }

  public String reason() {
    return reason;
  }

  public String remedy() {
    return remedy;
  }
}
