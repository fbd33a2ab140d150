package io.pelton.cuda.memory;

import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import java.nio.ByteBuffer;
import jcuda.Pointer;

/**
 * Memory of the host that the driver reads or writes by itself, in one call.
 *
 * @param pointer to its first byte
 * @param memory of a buffer that the driver can't reach; null for others
 * @param copy stands for the latter
 * @param at byte of {@code memory}
 */
record HostPiece(Pointer pointer, int bytes, ByteBuffer memory, ByteBuffer copy, int at) {
  static HostPiece of(Storage storage, long slot, int slots) {
    int width = storage.dtype().carrier().width();
    int bytes = slots * width;
    if (storage instanceof HeapStorage heap) {
      return new HostPiece(
          array(heap).withByteOffset((heap.base() + slot) * width), bytes, null, null, 0);
    }
    ByteBuffer memory = ((NativeStorage) storage).bytes();
    int at = (int) slot * width;
    if (memory.isDirect()) {
      return new HostPiece(Pointer.to(memory).withByteOffset(at), bytes, null, null, 0);
    }
    ByteBuffer copy = ByteBuffer.allocateDirect(bytes);
    return new HostPiece(Pointer.to(copy), bytes, memory, copy, at);
  }

  private static Pointer array(HeapStorage heap) {
    return switch (heap.dtype().carrier()) {
      case FLOATS -> Pointer.to(heap.floats());
      case DOUBLES -> Pointer.to(heap.doubles());
      case LONGS -> Pointer.to(heap.longs());
      case INTS -> Pointer.to(heap.ints());
      case SHORTS -> Pointer.to(heap.shorts());
      case BYTES -> Pointer.to(heap.bytes());
      case STRINGS -> throw new IllegalArgumentException("strings live on the host");
    };
  }

  /** The pointer for a call that reads. */
  Pointer read() {
    if (copy != null) {
      copy.put(0, memory, at, bytes);
    }
    return pointer;
  }

  /** After a call that wrote. */
  void written() {
    if (copy != null) {
      memory.put(at, copy, 0, bytes);
    }
  }
}
