package io.pelton.arrow;

import io.pelton.engine.tensor.Half;
import org.apache.arrow.memory.ArrowBuf;

/**
 * Whether a column of floats holds NaN in its null slots already, as {@link ArrowBatchBuilder}
 * writes them, so that turning nulls into NaN takes no pass.
 */
final class NanSlots {
  private NanSlots() {}

  static boolean hold(ColumnReader column, int rows) {
    ArrowBuf values = column.vector().getDataBuffer();
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row) && !isNan(column, values, row)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isNan(ColumnReader column, ArrowBuf values, int row) {
    long at = column.first() + (long) row;
    return switch (column.type().dtype()) {
      case F64 -> Double.isNaN(values.getDouble(8 * at));
      case F32 -> Float.isNaN(values.getFloat(4 * at));
      case F16 -> Float.isNaN(Half.f16ToFloat(values.getShort(2 * at)));
      default -> false;
    };
  }
}
