package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Packs to float16 and bfloat16. */
final class HalfSink extends NumberSink {
  private final boolean brain;
  private short[] array = new short[0];
  private short[] stage = new short[0];
  private short[] target = array;

  HalfSink(DType dtype) {
    super(dtype);
    this.brain = dtype == DType.BF16;
  }

  @Override
  void reserve(int elements, int staged) {
    if (array.length < elements) {
      array = new short[grown(array.length, elements)];
    }
    if (stage.length < staged) {
      stage = new short[staged];
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
      target[at + i] = half(block[i]);
    }
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = half(Rounding.toOddDouble(block[i], unsigned));
    }
    return -1;
  }

  private short half(double value) {
    return brain ? Half.doubleToBf16(value) : Half.doubleToF16(value);
  }

  @Override
  public void copy(ByteBuffer values, int from, int count, int at) {
    values.asShortBuffer().get(from, target, at, count);
  }

  @Override
  void interleave(int block, int columns, int count, int at) {
    Interleaving.run(stage, block, columns, count, array, at);
  }
}
