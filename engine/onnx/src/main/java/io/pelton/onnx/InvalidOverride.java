package io.pelton.onnx;

/** An initializer can't be given another value, or be opened, as the import's options ask for. */
public final class InvalidOverride extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String model;
  private final String initializer;
  private final String reason;

  public InvalidOverride(String model, String initializer, String reason) {
    super("Model '" + model + "', override of '" + initializer + "': " + reason);
    this.model = model;
    this.initializer = initializer;
    this.reason = reason;
  }

  public String model() {
    return model;
  }

  /** The name that the options give. */
  public String initializer() {
    return initializer;
  }

  public String reason() {
    return reason;
  }
}
