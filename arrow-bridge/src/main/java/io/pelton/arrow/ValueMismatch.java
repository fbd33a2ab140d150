package io.pelton.arrow;

/** A cell was given a value of another kind than its column holds. */
public final class ValueMismatch extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final long row;
  private final String expected;
  private final String found;

  public ValueMismatch(String column, long row, String expected, String found) {
    super(
        "Column '"
            + column
            + "', row "
            + row
            + ": expected a value for "
            + expected
            + ", found "
            + found
            + "; convert it before it is set.");
    this.column = column;
    this.row = row;
    this.expected = expected;
    this.found = found;
  }

  public String column() {
    return column;
  }

  public long row() {
    return row;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }
}
