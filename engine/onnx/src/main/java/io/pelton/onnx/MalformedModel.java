package io.pelton.onnx;

/** The bytes are no ONNX model, or its parts contradict each other. */
public final class MalformedModel extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String reason;

  public MalformedModel(String model, String reason, Throwable cause) {
    super("Model '" + model + "' " + reason, cause);
    this.model = model;
    this.reason = reason;
  }

  public MalformedModel(String model, String reason) {
    this(model, reason, null);
  }

  public String model() {
    return model;
  }

  public String reason() {
    return reason;
  }
}
