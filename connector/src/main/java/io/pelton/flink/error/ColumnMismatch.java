package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A column of a model in SQL does not suit what the model takes or gives. */
@PublicEvolving
public final class ColumnMismatch extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final String expected;
  private final String found;
  private final String remedy;

  /**
   * @param expected types that the column may have, and why
   * @param found the type that it is declared with
   */
  public ColumnMismatch(String column, String expected, String found, String remedy) {
    super(
        "Column '" + column + "': expected " + expected + ", found " + found + "; " + remedy + ".");
    this.column = column;
    this.expected = expected;
    this.found = found;
    this.remedy = remedy;
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
