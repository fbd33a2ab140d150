package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Packs to float64. */
final class DoubleSink extends NumberSink {
  private double[] array = new double[0];
  private double[] stage = new double[0];
  private double[] target = array;

  DoubleSink() {
    super(DType.F64);
  }

  @Override
  void reserve(int elements, int staged) {
    if (array.length < elements) {
      array = new double[grown(array.length, elements)];
    }
    if (stage.length < staged) {
      stage = new double[staged];
    }
    target = staged == 0 ? array : stage;
  }

  @Override
  void extend(int elements) {
    array = Arrays.copyOf(array, elements);
    target = array;
  }

  @Override
  Object array() {
    return array;
  }

  @Override
  public void doubles(double[] block, int count, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = block[i];
    }
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = Rounding.toDouble(block[i], unsigned);
    }
    return -1;
  }

  @Override
  public void copy(ByteBuffer values, int from, int count, int at) {
    values.asDoubleBuffer().get(from, target, at, count);
  }

  @Override
  void interleave(int block, int columns, int count, int at) {
    Interleaving.run(stage, block, columns, count, array, at);
  }
}
