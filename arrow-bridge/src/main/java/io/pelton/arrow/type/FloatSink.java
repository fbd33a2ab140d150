package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Packs to float32. */
final class FloatSink extends NumberSink {
  private float[] array = new float[0];
  private float[] stage = new float[0];
  private float[] target = array;
  private FloatRows rows;

  FloatSink() {
    super(DType.F32);
  }

  @Override
  void reserve(int elements, int staged) {
    if (array.length < elements) {
      array = new float[grown(array.length, elements)];
    }
    if (stage.length < staged) {
      stage = new float[staged];
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
      target[at + i] = (float) block[i];
    }
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = Rounding.toFloat(block[i], unsigned);
    }
    return -1;
  }

  @Override
  public void copy(ByteBuffer values, int from, int count, int at) {
    values.asFloatBuffer().get(from, target, at, count);
  }

  @Override
  public boolean takes(ByteBuffer[] values, int[] first) {
    rows = new FloatRows(values, first, array);
    target = array;
    return true;
  }

  @Override
  public void layOut(int from, int count) {
    rows.layOut(from, count);
  }

  @Override
  void interleave(int block, int columns, int count, int at) {
    Interleaving.run(stage, block, columns, count, array, at);
  }
}
