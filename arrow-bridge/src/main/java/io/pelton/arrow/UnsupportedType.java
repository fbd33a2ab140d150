package io.pelton.arrow;

/** A column has a type that this part of the bridge does not handle. */
public final class UnsupportedType extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String type;
  private final String supported;

  public UnsupportedType(String column, String type, String supported) {
    super("Column '" + column + "' has type " + type + "; supported here: " + supported + ".");
    this.column = column;
    this.type = type;
    this.supported = supported;
  }

  public String column() {
    return column;
  }

  public String type() {
    return type;
  }

  public String supported() {
    return supported;
  }
}
