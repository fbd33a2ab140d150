package io.pelton.arrow.type;

import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Packs to 64-bit integers. */
final class LongSink extends NumberSink {
  private final IntegerRange range;
  private long[] array = new long[0];
  private long[] stage = new long[0];
  private long[] target = array;

  LongSink(DType dtype) {
    super(dtype);
    this.range = IntegerRange.of(dtype);
  }

  @Override
  void reserve(int elements, int staged) {
    if (array.length < elements) {
      array = new long[grown(array.length, elements)];
    }
    if (stage.length < staged) {
      stage = new long[staged];
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
    throw new IllegalStateException("floats are not packed to " + dtype());
  }

  @Override
  public int longs(long[] block, int count, boolean unsigned, int at) {
    for (int i = 0; i < count; i++) {
      target[at + i] = block[i];
    }
    return range.firstOutside(block, count, unsigned);
  }

  @Override
  public void copy(ByteBuffer values, int from, int count, int at) {
    values.asLongBuffer().get(from, target, at, count);
  }

  @Override
  void interleave(int block, int columns, int count, int at) {
    Interleaving.run(stage, block, columns, count, array, at);
  }
}
