package io.pelton.flink.error;

import org.apache.flink.annotation.PublicEvolving;

/** A table and a file it reads do not agree about a column. */
@PublicEvolving
public final class TableMismatch extends ConnectorException {
  private static final long serialVersionUID = 1L;

  private final String file;
  private final String column;
  private final String difference;
  private final String remedy;
  private final String tableType;
  private final String fileType;

  /**
   * @param difference the first that was found
   * @param tableType of the whole table
   * @param fileType of the whole file
   */
  public TableMismatch(
      String file,
      String column,
      String difference,
      String remedy,
      String tableType,
      String fileType) {
    super(
        "'"
            + file
            + "' does not fit the table, column '"
            + column
            + "': "
            + difference
            + "; "
            + remedy
            + ".\n  table: "
            + tableType
            + "\n  file:  "
            + fileType);
    this.file = file;
    this.column = column;
    this.difference = difference;
    this.remedy = remedy;
    this.tableType = tableType;
    this.fileType = fileType;
  }

  public String file() {
    return file;
  }

  /** Its name; of a nested one, the path from the outermost, with dots. */
  public String column() {
    return column;
  }

  public String difference() {
    return difference;
  }

  public String remedy() {
    return remedy;
  }

  public String tableType() {
    return tableType;
  }

  public String fileType() {
    return fileType;
  }
}
