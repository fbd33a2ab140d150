package io.pelton.arrow.type;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.NullVector;

/** Which rows of a vector are null, for as long as its memory is held. */
public final class NullBits {
  private static final NullBits NONE = new NullBits(0, null);

  private final int count;
  private final ByteBuffer validity;

  private NullBits(int count, ByteBuffer validity) {
    this.count = count;
    this.validity = validity;
  }

  public static NullBits of(FieldVector vector) {
    int count = vector.getNullCount();
    if (count == 0 || vector instanceof NullVector) {
      return count == 0 ? NONE : new NullBits(count, null);
    }
    int bytes = (vector.getValueCount() + 7) / 8;
    return new NullBits(
        count, vector.getValidityBuffer().nioBuffer(0, bytes).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** How many rows are null. */
  public int count() {
    return count;
  }

  /** The first null row from {@code row} on, {@code end} where there is none before it. */
  public int next(int row, int end) {
    if (count == 0) {
      return end;
    }
    int at = row;
    while (at < end) {
      int first = at >> 3;
      if (validity == null || first + Long.BYTES > validity.capacity()) {
        if (isNull(at)) {
          return at;
        }
        at++;
      } else {
        long nulls = ~validity.getLong(first) >>> (at & 7);
        if (nulls != 0) {
          return Math.min(at + Long.numberOfTrailingZeros(nulls), end);
        }
        at = (first + Long.BYTES) << 3;
      }
    }
    return end;
  }

  public boolean isNull(int row) {
    return count > 0 && (validity == null || ((validity.get(row >> 3) >> (row & 7)) & 1) == 0);
  }
}
