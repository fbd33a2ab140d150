package io.pelton.onnx;

/** The model is valid but uses a part of the format, other than an operator, that is not read. */
public final class UnsupportedFeature extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String what;
  private final String reason;

  public UnsupportedFeature(String model, String what, String reason) {
    super("Model '" + model + "', " + what + ": " + reason);
    this.model = model;
    this.what = what;
    this.reason = reason;
  }

  public String model() {
    return model;
  }

  /** The part of the model, such as an input with its name. */
  public String what() {
    return what;
  }

  public String reason() {
    return reason;
  }
}
