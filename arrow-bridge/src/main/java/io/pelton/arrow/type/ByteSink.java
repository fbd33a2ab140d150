package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/** Packs to bytes: 8-bit integers and truth values. */
final class ByteSink extends NumberSink {
  private final IntegerRange range;
  private byte[] array = new byte[0];

  ByteSink(DType dtype) {
    super(dtype);
    this.range = IntegerRange.of(dtype);
  }

  @Override
  public void reserve(int elements) {
    if (array.length < elements) {
      array = new byte[grown(array.length, elements)];
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
      array[at + i * step] = (byte) block[i];
    }
    return range.firstOutside(block, count, unsigned);
  }
}
