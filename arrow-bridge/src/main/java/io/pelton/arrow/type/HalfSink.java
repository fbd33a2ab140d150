package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.util.Arrays;

/** Packs to float16 and bfloat16. */
final class HalfSink extends NumberSink {
  private final boolean brain;
  private short[] array = new short[0];

  HalfSink(DType dtype) {
    super(dtype);
    this.brain = dtype == DType.BF16;
  }

  @Override
  public void reserve(int elements) {
    if (array.length < elements) {
      array = new short[grown(array.length, elements)];
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
    for (int i = 0; i < count; i++) {
      array[at + i * step] = half(block[i]);
    }
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at, int step) {
    for (int i = 0; i < count; i++) {
      array[at + i * step] = half(Rounding.toOddDouble(block[i], unsigned));
    }
    return -1;
  }

  private short half(double value) {
    return brain ? Half.doubleToBf16(value) : Half.doubleToF16(value);
  }
}
