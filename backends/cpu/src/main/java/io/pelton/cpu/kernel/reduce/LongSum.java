package io.pelton.cpu.kernel.reduce;

import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/**
 * Sums and means of integers. Sums wrap at the width of the dtype's accumulator; means truncate
 * towards zero.
 */
final class LongSum implements Summation<long[]> {
  private final DType accumulator;
  private final boolean isMean;
  private final long length;

  private LongSum(DType dtype, boolean isMean, long length) {
    this.accumulator = dtype.accumulator();
    this.isMean = isMean;
    this.length = length;
  }

  static LongSum sum(DType dtype) {
    return new LongSum(dtype, false, 1);
  }

  /**
   * @param count above 0
   */
  static LongSum mean(DType dtype, int count) {
    return new LongSum(dtype, true, count);
  }

  @Override
  public void clear(long[] partials, int count) {
    Arrays.fill(partials, 0, count, 0);
  }

  @Override
  public void accumulate(long[] x, int at, int count, long[] partials) {
    int whole = count - count % PARTIALS;
    for (int n = 0; n < whole; n += PARTIALS) {
      for (int p = 0; p < PARTIALS; p++) {
        partials[p] += x[at + n + p];
      }
    }
    for (int n = whole; n < count; n++) {
      partials[n - whole] += x[at + n];
    }
  }

  @Override
  public void finish(long[] partials, long[] y, int k) {
    long total = 0;
    for (int p = 0; p < PARTIALS; p++) {
      total += partials[p];
      partials[p] = 0;
    }
    long sum = wrap(total);
    y[k] = isMean ? mean(sum) : sum;
  }

  @Override
  public void combine(long[] x, int at, long[] partials, int p, int count) {
    for (int n = 0; n < count; n++) {
      partials[p + n] += x[at + n];
    }
  }

  @Override
  public void store(long[] partials, long[] y, int k, int count) {
    for (int n = 0; n < count; n++) {
      long sum = wrap(partials[n]);
      y[k + n] = isMean ? mean(sum) : sum;
    }
  }

  private long wrap(long sum) {
    return switch (accumulator) {
      case I32 -> (int) sum;
      case U32 -> sum & 0xffffffffL;
      default -> sum;
    };
  }

  private long mean(long sum) {
    return accumulator == DType.U64 ? Long.divideUnsigned(sum, length) : sum / length;
  }
}
