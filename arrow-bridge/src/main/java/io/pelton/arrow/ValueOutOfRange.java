package io.pelton.arrow;

/** A value does not fit the narrower type it is wanted in. */
public final class ValueOutOfRange extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final long row;
  private final String value;
  private final String target;

  public ValueOutOfRange(String column, long row, String value, String target) {
    super(
        "Column '"
            + column
            + "', row "
            + row
            + ": "
            + value
            + " does not fit "
            + target
            + "; widen the target or filter the row.");
    this.column = column;
    this.row = row;
    this.value = value;
    this.target = target;
  }

  public String column() {
    return column;
  }

  public long row() {
    return row;
  }

  public String value() {
    return value;
  }

  public String target() {
    return target;
  }
}
