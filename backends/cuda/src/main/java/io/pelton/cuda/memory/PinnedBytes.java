package io.pelton.cuda.memory;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;

/** One piece of pinned memory as the elements of every carrier, made once. */
final class PinnedBytes {
  private final ByteBuffer bytes;
  private final FloatBuffer floats;
  private final DoubleBuffer doubles;
  private final LongBuffer longs;
  private final IntBuffer ints;
  private final ShortBuffer shorts;

  PinnedBytes(ByteBuffer memory) {
    this.bytes = memory.slice().order(ByteOrder.LITTLE_ENDIAN);
    this.floats = bytes.asFloatBuffer();
    this.doubles = bytes.asDoubleBuffer();
    this.longs = bytes.asLongBuffer();
    this.ints = bytes.asIntBuffer();
    this.shorts = bytes.asShortBuffer();
  }

  ByteBuffer bytes() {
    return bytes;
  }

  FloatBuffer floats() {
    return floats;
  }

  DoubleBuffer doubles() {
    return doubles;
  }

  LongBuffer longs() {
    return longs;
  }

  IntBuffer ints() {
    return ints;
  }

  ShortBuffer shorts() {
    return shorts;
  }
}
