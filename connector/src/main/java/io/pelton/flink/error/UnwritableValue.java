package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A value of a row that its Arrow column can't hold. */
@PublicEvolving
public final class UnwritableValue extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String column;
  private final long row;
  private final String value;
  private final String type;

  /**
   * @param row of the batch that is being filled; in a nested column, the index of the element
   */
  public UnwritableValue(String column, long row, String value, String type, String remedy) {
    super(
        "Column '"
            + column
            + "', row "
            + row
            + " of the batch: "
            + value
            + " does not fit "
            + type
            + "; "
            + remedy
            + ".");
    this.column = column;
    this.row = row;
    this.value = value;
    this.type = type;
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

  public String type() {
    return type;
  }
}
