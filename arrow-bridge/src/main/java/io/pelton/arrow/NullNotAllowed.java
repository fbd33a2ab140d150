package io.pelton.arrow;

/** A column holds a null where the null policy, or the kind of value, forbids it. */
public final class NullNotAllowed extends ArrowBridgeException {
  private static final long serialVersionUID = 1L;

  private final String input;
  private final String column;
  private final long row;

  public NullNotAllowed(String input, String column, long row) {
    super(
        (input.isEmpty() ? "Column '" : "Input '" + input + "', column '")
            + column
            + "', row "
            + row
            + ": null is not allowed; choose a null policy (nan, a default value, drop) or fill the column.");
    this.input = input;
    this.column = column;
    this.row = row;
  }

  public String input() {
    return input;
  }

  public String column() {
    return column;
  }

  public long row() {
    return row;
  }
}
