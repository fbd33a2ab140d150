package io.pelton.arrow;

/** A model input can't be fed from the columns it is bound to. */
public final class BindingMismatch extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String input;
  private final String column;
  private final String expected;
  private final String found;
  private final String remedy;

  public BindingMismatch(
      String input, String column, String expected, String found, String remedy) {
    super(
        "Input '"
            + input
            + "'"
            + (column.isEmpty() ? "" : ", column '" + column + "'")
            + ": expected "
            + expected
            + ", found "
            + found
            + "; "
            + remedy
            + ".");
    this.input = input;
    this.column = column;
    this.expected = expected;
    this.found = found;
    this.remedy = remedy;
  }

  public String input() {
    return input;
  }

  public String column() {
    return column;
  }

  public String expected() {
    return expected;
  }

  public String found() {
    return found;
  }

  public String remedy() {
    return remedy;
  }
}
