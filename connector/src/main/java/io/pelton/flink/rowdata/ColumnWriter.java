package io.pelton.flink.rowdata;

import io.pelton.flink.error.UnwritableValue;
import org.apache.arrow.vector.FieldVector;
import org.apache.flink.table.types.logical.LogicalType;

/** Writes the cells of one column into a vector, in ascending order, and counts their bytes. */
abstract class ColumnWriter {
  private final FieldVector vector;
  private final String path;
  private final LogicalType type;
  private final ByteCount bytes;

  /** What was written since the vectors were emptied. */
  static final class ByteCount {
    private long count;

    void add(long more) {
      count += more;
    }

    long count() {
      return count;
    }

    void reset() {
      count = 0;
    }
  }

  /**
   * @param path the column's name, for messages
   */
  ColumnWriter(FieldVector vector, String path, LogicalType type, ByteCount bytes) {
    this.vector = vector;
    this.path = path;
    this.type = type;
    this.bytes = bytes;
  }

  final void write(int at, Cell cell) {
    if (cell.isNull()) {
      if (!type.isNullable()) {
        throw unwritable(at, "null", "fill the column, or declare it nullable");
      }
      vector.setNull(at);
      bytes.add(1);
    } else {
      bytes.add(set(at, cell));
    }
  }

  /** Writes a cell that is not null; gives its size in bytes. */
  abstract long set(int at, Cell cell);

  final UnwritableValue unwritable(int at, String value, String remedy) {
    return new UnwritableValue(path, at, value, type.asSummaryString(), remedy);
  }
}
