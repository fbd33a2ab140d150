package io.pelton.flink.operator;

import io.pelton.arrow.type.CellLayout;
import io.pelton.flink.BatchPolicy;
import java.util.List;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.flink.configuration.MemorySize;

/** Says when the rows of a batch take as much memory as they may. */
final class ByteBound {
  /** A column's buffer of text doubles as it grows, beside the one before: three shares at most. */
  private static final int SHARES = 8;

  private static final long MOST = 1 << 30;

  private final long most;
  private final int maxRows;
  private boolean grows;

  /**
   * @param columns in which rows are collected
   * @param memoryLimit bytes that the slot may hold
   */
  ByteBound(Schema columns, BatchPolicy policy, long memoryLimit) {
    long own = Math.min(MOST, Math.max(1, memoryLimit / SHARES));
    most = Math.min(own, policy.maxBytes().map(MemorySize::getBytes).orElse(own));
    long bits =
        columns.getFields().stream()
            .mapToLong(field -> CellLayout.of(field).map(CellLayout::rowBits).orElse(0L))
            .sum();
    long rows = Math.max(1, Byte.SIZE * most / Math.max(1, bits));
    maxRows = (int) Math.min(policy.maxRows(), rows);
  }

  /** Rows that a batch needs room for. */
  int maxRows() {
    return maxRows;
  }

  /** Must be told before the first row comes. */
  void watch(RecordEncoder<?> encoder) {
    List<Field> fields = encoder.schema().getFields();
    grows =
        !fields.stream()
            .allMatch(field -> CellLayout.of(field).map(cell -> !cell.grows()).orElse(false));
  }

  /** Whether the rows so far are a batch; asked after every one. */
  boolean isReached(RecordEncoder<?> encoder) {
    return encoder.rows() >= maxRows || (grows && encoder.bytes() >= most);
  }
}
