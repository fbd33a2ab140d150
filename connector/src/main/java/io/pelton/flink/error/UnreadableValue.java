package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A value in a file that the column's SQL type can't hold. */
@PublicEvolving
public final class UnreadableValue extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final int batch;
  private final String column;
  private final int index;
  private final String value;
  private final String type;

  /**
   * @param batch its index in the file
   * @param index of the value in the batch's column; in a nested column, among all its elements
   */
  public UnreadableValue(
      String file, int batch, String column, int index, String value, String type) {
    super(
        "'"
            + file
            + "', batch "
            + batch
            + ", column '"
            + column
            + "', value "
            + index
            + ": "
            + value
            + " does not fit "
            + type
            + "; declare the column with a wider type or correct the file.");
    this.file = file;
    this.batch = batch;
    this.column = column;
    this.index = index;
    this.value = value;
    this.type = type;
  }

  public String file() {
    return file;
  }

  public int batch() {
    return batch;
  }

  public String column() {
    return column;
  }

  public int index() {
    return index;
  }

  public String value() {
    return value;
  }

  public String type() {
    return type;
  }
}
