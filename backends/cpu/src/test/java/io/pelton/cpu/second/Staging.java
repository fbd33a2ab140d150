package io.pelton.cpu.second;

import io.pelton.engine.tensor.HeapStorage;
import java.nio.ByteBuffer;

/** Turns slots of Java arrays into little-endian bytes and back. */
final class Staging {
  private Staging() {}

  /** Fills the buffer, from its start, with the array's slots from {@code slot} on. */
  static void store(HeapStorage from, int slot, ByteBuffer to) {
    int at = from.base() + slot;
    int count = to.capacity() / from.dtype().carrier().width();
    switch (from.dtype().carrier()) {
      case FLOATS -> to.asFloatBuffer().put(from.floats(), at, count);
      case DOUBLES -> to.asDoubleBuffer().put(from.doubles(), at, count);
      case LONGS -> to.asLongBuffer().put(from.longs(), at, count);
      case INTS -> to.asIntBuffer().put(from.ints(), at, count);
      case SHORTS -> to.asShortBuffer().put(from.shorts(), at, count);
      case BYTES -> to.put(0, from.bytes(), at, count);
      case STRINGS -> throw new IllegalArgumentException("strings live on the host");
    }
  }

  /** Fills the array's slots from {@code slot} on with the whole buffer. */
  static void load(ByteBuffer from, HeapStorage to, int slot) {
    int at = to.base() + slot;
    int count = from.capacity() / to.dtype().carrier().width();
    switch (to.dtype().carrier()) {
      case FLOATS -> from.asFloatBuffer().get(to.floats(), at, count);
      case DOUBLES -> from.asDoubleBuffer().get(to.doubles(), at, count);
      case LONGS -> from.asLongBuffer().get(to.longs(), at, count);
      case INTS -> from.asIntBuffer().get(to.ints(), at, count);
      case SHORTS -> from.asShortBuffer().get(to.shorts(), at, count);
      case BYTES -> from.get(0, to.bytes(), at, count);
      case STRINGS -> throw new IllegalArgumentException("strings live on the host");
    }
  }
}
