package io.pelton.cuda.kernel.matmul;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The axes that rows of a product are counted along: those of the batch, then the rows of a matrix.
 * Axes are merged where all operands step through both as through one, so that rows of many
 * matrices are those of a single one where the right operand is the same for all.
 */
final class RowAxes {
  private final List<Axis> batch;
  private final Axis rows;

  /**
   * @param strides in elements, of each operand
   */
  private record Axis(long length, long[] strides) {
    boolean isTraversedWith(Axis inner) {
      for (int operand = 0; operand < strides.length; operand++) {
        if (strides[operand] != inner.strides[operand] * inner.length) {
          return false;
        }
      }
      return true;
    }

    /** This and an axis within it as one, where that is possible; else null. */
    Axis merged(Axis inner) {
      if (inner.length == 1) {
        return new Axis(length, strides);
      }
      return isTraversedWith(inner) ? new Axis(length * inner.length, inner.strides) : null;
    }
  }

  private RowAxes(List<Axis> batch, Axis rows) {
    this.batch = batch;
    this.rows = rows;
  }

  /**
   * @param lengths of the batch axes and of the rows, none of them 0
   * @param strides by operand and axis; those along the rows of operands with other axes are 0
   * @param shared which operands have the same for all rows of a matrix of the result
   */
  static RowAxes of(long[] lengths, long[][] strides, int... shared) {
    int last = lengths.length - 1;
    Axis rows = axis(lengths, strides, last);
    List<Axis> batch = new ArrayList<>();
    for (int at = last - 1; at >= 0; at--) {
      Axis outer = axis(lengths, strides, at);
      if (outer.length == 1) {
        continue;
      }
      boolean isOfRows = batch.isEmpty();
      Axis inner = isOfRows ? rows : batch.get(0);
      boolean changesWhatIsShared =
          isOfRows && IntStream.of(shared).anyMatch(operand -> outer.strides[operand] != 0);
      Axis merged = changesWhatIsShared ? null : outer.merged(inner);
      if (merged == null) {
        batch.add(0, outer);
      } else if (isOfRows) {
        rows = merged;
      } else {
        batch.set(0, merged);
      }
    }
    return new RowAxes(batch, rows);
  }

  private static Axis axis(long[] lengths, long[][] strides, int at) {
    long[] own = new long[strides.length];
    for (int operand = 0; operand < own.length; operand++) {
      own[operand] = strides[operand][at];
    }
    return new Axis(lengths[at], own);
  }

  /** Rows of one matrix. */
  long rows() {
    return rows.length;
  }

  /** How far an operand's rows lie apart. */
  long rowStride(int operand) {
    return rows.strides[operand];
  }

  long matrices() {
    return batch.stream().mapToLong(Axis::length).reduce(1, Math::multiplyExact);
  }

  long[] batch() {
    return batch.stream().mapToLong(Axis::length).toArray();
  }

  /** How far an operand's matrices lie apart, along each batch axis. */
  long[] batchStrides(int operand) {
    return batch.stream().mapToLong(axis -> axis.strides[operand]).toArray();
  }
}
