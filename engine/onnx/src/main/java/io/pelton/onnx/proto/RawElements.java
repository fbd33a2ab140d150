package io.pelton.onnx.proto;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Elements as little-endian bytes, which is how {@code raw_data} and external data hold them. */
final class RawElements {
  private RawElements() {}

  static long bytes(DType dtype, long elements) {
    return (elements * dtype.bits() + 7) / 8;
  }

  /**
   * @param data exactly {@link #bytes} bytes
   */
  static void read(ByteBuffer data, HeapStorage storage) {
    ByteBuffer bytes = data.order(ByteOrder.LITTLE_ENDIAN);
    DType dtype = storage.dtype();
    int base = storage.base();
    int slots = Math.toIntExact(dtype.carrierSlots(storage.length()));
    switch (dtype.carrier()) {
      case FLOATS -> bytes.asFloatBuffer().get(storage.floats(), base, slots);
      case DOUBLES -> bytes.asDoubleBuffer().get(storage.doubles(), base, slots);
      case LONGS -> bytes.asLongBuffer().get(storage.longs(), base, slots);
      case INTS -> bytes.asIntBuffer().get(storage.ints(), base, slots);
      case SHORTS -> bytes.asShortBuffer().get(storage.shorts(), base, slots);
      case BYTES -> bytes.get(storage.bytes(), base, slots);
      case STRINGS -> throw new IllegalArgumentException("strings have no raw form");
    }
    if (dtype == DType.BOOL) {
      normalize(storage.bytes(), base, base + slots);
    }
  }

  /** Any nonzero byte is true, but the engine's booleans are 0 or 1. */
  private static void normalize(byte[] booleans, int from, int to) {
    for (int i = from; i < to; i++) {
      booleans[i] = (byte) (booleans[i] == 0 ? 0 : 1);
    }
  }
}
