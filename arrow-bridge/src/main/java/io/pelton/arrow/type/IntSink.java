package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/** Packs to 32-bit integers. */
final class IntSink extends NumberSink {
  private final IntegerRange range;
  private int[] array = new int[0];

  IntSink(DType dtype) {
    super(dtype);
    this.range = IntegerRange.of(dtype);
  }

  @Override
  public void reserve(int elements) {
    if (array.length < elements) {
      array = new int[grown(array.length, elements)];
    }
  }

  @Override
  void extend(int elements) {
    array = Arrays.copyOf(array, elements);
  }

  @Override
  Object array() {
    return array;
  }

  @Override
  public void doubles(double[] block, int count, int at, int step) {
    throw new IllegalStateException("floats are not packed to " + dtype());
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at, int step) {
    for (int i = 0; i < count; i++) {
      array[at + i * step] = (int) block[i];
    }
    return range.firstOutside(block, count, unsigned);
  }
}
