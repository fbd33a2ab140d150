package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.util.Arrays;

/** Packs to float32. */
final class FloatSink extends NumberSink {
  private float[] array = new float[0];

  FloatSink() {
    super(DType.F32);
  }

  @Override
  public void reserve(int elements) {
    if (array.length < elements) {
      array = new float[grown(array.length, elements)];
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
      array[at + i * step] = (float) block[i];
    }
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at, int step) {
    for (int i = 0; i < count; i++) {
      array[at + i * step] = Rounding.toFloat(block[i], unsigned);
    }
    return -1;
  }
}
