package io.pelton.cuda.memory;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import java.nio.ByteBuffer;
import java.util.Random;

/** Elements on the host, of any dtype, as bytes that can be compared. */
final class HostData {
  /** Where elements may lie. */
  enum Place {
    HEAP,
    NATIVE,
    /** Native memory, as far as anybody can tell, behind which there is an array. */
    WRAPPED
  }

  private HostData() {}

  /**
   * Random bits.
   *
   * @param elements that fill whole slots
   */
  static Storage random(DType dtype, long elements, Place place, long seed) {
    byte[] bytes = new byte[bytes(dtype, elements)];
    new Random(seed).nextBytes(bytes);
    return of(dtype, bytes, place);
  }

  static Storage zeros(DType dtype, long elements, Place place) {
    return of(dtype, new byte[bytes(dtype, elements)], place);
  }

  private static int bytes(DType dtype, long elements) {
    return Math.toIntExact(dtype.carrierSlots(elements) * dtype.carrier().width());
  }

  private static Storage of(DType dtype, byte[] bytes, Place place) {
    if (place == Place.HEAP) {
      // behind other elements, as in an arena
      int slots = bytes.length / dtype.carrier().width();
      Object array = dtype.carrier().allocate(slots + 3);
      int length = Math.toIntExact(slots * 8L * dtype.carrier().width() / dtype.bits());
      HeapStorage heap = HeapStorage.wrap(dtype, array, 3, length);
      put(bytes, heap);
      return heap;
    }
    ByteBuffer memory =
        place == Place.NATIVE
            ? ByteBuffer.allocateDirect(bytes.length + 8)
            : ByteBuffer.allocate(bytes.length + 8);
    memory.position(8).put(bytes).position(8);
    return NativeStorage.wrap(dtype, memory, () -> {});
  }

  private static void put(byte[] bytes, HeapStorage heap) {
    PinnedBytes memory = new PinnedBytes(ByteBuffer.wrap(bytes));
    HostSlots.load(memory, 0, heap, 0, bytes.length / heap.dtype().carrier().width());
  }

  /** The bits of so many elements from one on, which fill whole slots. */
  static byte[] bits(Storage storage, long from, long elements) {
    DType dtype = storage.dtype();
    byte[] bytes = new byte[bytes(dtype, elements)];
    PinnedBytes memory = new PinnedBytes(ByteBuffer.wrap(bytes));
    HostSlots.store(
        storage, dtype.carrierSlots(from), memory, 0, (int) dtype.carrierSlots(elements));
    return bytes;
  }

  static byte[] bits(Storage storage) {
    return bits(storage, 0, storage.length());
  }
}
