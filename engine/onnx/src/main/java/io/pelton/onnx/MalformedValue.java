package io.pelton.onnx;

/**
 * A stored tensor, sequence or map contradicts itself, such as a shape that its data can't fill.
 */
public final class MalformedValue extends OnnxException {
  private static final long serialVersionUID = 1L;

  private final String source;
  private final String value;
  private final String reason;

  public MalformedValue(String source, String value, String reason, Throwable cause) {
    super("Value '" + value + "' in '" + source + "': " + reason, cause);
    this.source = source;
    this.value = value;
    this.reason = reason;
  }

  public MalformedValue(String source, String value, String reason) {
    this(source, value, reason, null);
  }

  /** The model or file that holds the value. */
  public String source() {
    return source;
  }

  public String value() {
    return value;
  }

  public String reason() {
    return reason;
  }
}
