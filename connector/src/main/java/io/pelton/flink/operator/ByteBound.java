package io.pelton.flink.operator;

import io.pelton.flink.BatchPolicy;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.flink.configuration.MemorySize;

/** Says when the rows of a batch take as much memory as they may. */
final class ByteBound {
  /** A column's buffer of text doubles as it grows, beside the one before: three shares at most. */
  private static final int SHARES = 8;

  private static final long MOST = 1 << 30;

  private final RecordEncoder<?> encoder;
  private final long most;

  /** Rows that reach the bound where all rows take the same, otherwise 0; -1 until a row came. */
  private long rows;

  /**
   * @param memoryLimit bytes that the slot may hold
   */
  ByteBound(RecordEncoder<?> encoder, BatchPolicy policy, long memoryLimit) {
    this.encoder = encoder;
    long own = Math.min(MOST, Math.max(1, memoryLimit / SHARES));
    this.most = Math.min(own, policy.maxBytes().map(MemorySize::getBytes).orElse(own));
    boolean isEven = encoder.schema().getFields().stream().allMatch(ByteBound::isEven);
    this.rows = isEven ? -1 : 0;
  }

  /** Whether every value of the field takes the same. */
  private static boolean isEven(Field field) {
    ArrowType type = field.getType();
    return field.getChildren().isEmpty()
        && (type instanceof ArrowType.FloatingPoint
            || type instanceof ArrowType.Int
            || type instanceof ArrowType.Bool);
  }

  /** Asked after every row. */
  boolean isReached() {
    if (rows < 0 && encoder.rows() > 0) {
      rows = Math.max(1, most * encoder.rows() / Math.max(1, encoder.bytes()));
    }
    return rows > 0 ? encoder.rows() >= rows : encoder.bytes() >= most;
  }
}
