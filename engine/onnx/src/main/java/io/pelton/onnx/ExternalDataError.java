package io.pelton.onnx;

/** A tensor's data in a second file can't be used; nothing of that file was read. */
public final class ExternalDataError extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String tensor;
  private final String path;
  private final String reason;

  public ExternalDataError(String tensor, String path, String reason, Throwable cause) {
    super("Tensor '" + tensor + "' has its data in '" + path + "': " + reason, cause);
    this.tensor = tensor;
    this.path = path;
    this.reason = reason;
  }

  public ExternalDataError(String tensor, String path, String reason) {
    this(tensor, path, reason, null);
  }

  public String tensor() {
    return tensor;
  }

  /** The location as the model gives it. */
  public String path() {
    return path;
  }

  public String reason() {
    return reason;
  }
}
