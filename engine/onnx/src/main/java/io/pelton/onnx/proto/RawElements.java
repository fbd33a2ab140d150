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
  static HeapStorage decode(DType dtype, int elements, ByteBuffer data) {
    ByteBuffer bytes = data.order(ByteOrder.LITTLE_ENDIAN);
    HeapStorage storage = HeapStorage.allocate(dtype, elements);
    switch (dtype.carrier()) {
      case FLOATS -> bytes.asFloatBuffer().get(storage.floats());
      case DOUBLES -> bytes.asDoubleBuffer().get(storage.doubles());
      case LONGS -> bytes.asLongBuffer().get(storage.longs());
      case INTS -> bytes.asIntBuffer().get(storage.ints());
      case SHORTS -> bytes.asShortBuffer().get(storage.shorts());
      case BYTES -> bytes.get(storage.bytes());
      case STRINGS -> throw new IllegalArgumentException("strings have no raw form");
    }
    if (dtype == DType.BOOL) {
      normalize(storage.bytes());
    }
    return storage;
  }

  /** Any nonzero byte is true, but the engine's booleans are 0 or 1. */
  private static void normalize(byte[] booleans) {
    for (int i = 0; i < booleans.length; i++) {
      booleans[i] = (byte) (booleans[i] == 0 ? 0 : 1);
    }
  }
}
