package io.pelton.onnx;

/** A file could not be opened or read. */
public final class UnreadableModel extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String reason;

  public UnreadableModel(String model, String reason, Throwable cause) {
    super("Can't read '" + model + "': " + reason, cause);
    this.model = model;
    this.reason = reason;
  }

  public UnreadableModel(String model, String reason) {
    this(model, reason, null);
  }

  /** The file or the name that the caller gave. */
  public String model() {
    return model;
  }

  public String reason() {
    return reason;
  }
}
