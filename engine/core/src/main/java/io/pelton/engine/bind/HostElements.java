package io.pelton.engine.bind;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;

/** Copies contiguous elements between memory that the host reads: the heap and native memory. */
public final class HostElements {
  private HostElements() {}

  /**
   * Copies between storages of one dtype. Elements below a byte begin with one and take whole ones,
   * but for copies within the heap.
   */
  public static void copy(
      Storage from, long fromElement, Storage to, long toElement, long elements) {
    DType dtype = from.dtype();
    if (from instanceof HeapStorage source
        && to instanceof HeapStorage target
        && !(isWhole(dtype, fromElement)
            && isWhole(dtype, toElement)
            && isWhole(dtype, elements))) {
      copyBits(source, fromElement, target, toElement, elements);
      return;
    }
    int source = Math.toIntExact(dtype.carrierSlots(fromElement));
    int target = Math.toIntExact(dtype.carrierSlots(toElement));
    int slots = Math.toIntExact(dtype.carrierSlots(elements));
    if (from instanceof HeapStorage heap) {
      copy(heap, heap.base() + source, to, target, slots);
    } else if (to instanceof HeapStorage heap) {
      load((NativeStorage) from, source, heap, heap.base() + target, slots);
    } else {
      int width = dtype.carrier().width();
      ((NativeStorage) to)
          .bytes()
          .put(target * width, ((NativeStorage) from).bytes(), source * width, slots * width);
    }
  }

  /** True when so many elements fill whole bytes. */
  private static boolean isWhole(DType dtype, long elements) {
    return dtype.bits() >= Byte.SIZE || elements * dtype.bits() % Byte.SIZE == 0;
  }

  private static void copyBits(
      HeapStorage from, long fromElement, HeapStorage to, long toElement, long elements) {
    int bits = from.dtype().bits();
    int perByte = Byte.SIZE / bits;
    int mask = (1 << bits) - 1;
    byte[] source = from.bytes();
    byte[] target = to.bytes();
    for (long i = 0; i < elements; i++) {
      long at = fromElement + i;
      int element = (source[from.base() + (int) (at / perByte)] >>> shift(at, bits)) & mask;
      int slot = to.base() + (int) ((toElement + i) / perByte);
      int shift = shift(toElement + i, bits);
      target[slot] = (byte) ((target[slot] & ~(mask << shift)) | (element << shift));
    }
  }

  private static int shift(long element, int bits) {
    return (int) (element % (Byte.SIZE / bits)) * bits;
  }

  private static void copy(HeapStorage from, int source, Storage to, int target, int slots) {
    if (to instanceof HeapStorage heap) {
      System.arraycopy(from.array(), source, heap.array(), heap.base() + target, slots);
    } else {
      store(from, source, (NativeStorage) to, target, slots);
    }
  }

  private static void load(NativeStorage from, int source, HeapStorage to, int target, int slots) {
    switch (from.dtype().carrier()) {
      case FLOATS -> from.floats().get(source, to.floats(), target, slots);
      case DOUBLES -> from.doubles().get(source, to.doubles(), target, slots);
      case LONGS -> from.longs().get(source, to.longs(), target, slots);
      case INTS -> from.ints().get(source, to.ints(), target, slots);
      case SHORTS -> from.shorts().get(source, to.shorts(), target, slots);
      case BYTES -> from.bytes().get(source, to.bytes(), target, slots);
      case STRINGS -> throw new IllegalStateException("strings are not in native memory");
    }
  }

  private static void store(HeapStorage from, int source, NativeStorage to, int target, int slots) {
    switch (from.dtype().carrier()) {
      case FLOATS -> to.floats().put(target, from.floats(), source, slots);
      case DOUBLES -> to.doubles().put(target, from.doubles(), source, slots);
      case LONGS -> to.longs().put(target, from.longs(), source, slots);
      case INTS -> to.ints().put(target, from.ints(), source, slots);
      case SHORTS -> to.shorts().put(target, from.shorts(), source, slots);
      case BYTES -> to.bytes().put(target, from.bytes(), source, slots);
      case STRINGS -> throw new IllegalStateException("strings are not in native memory");
    }
  }
}
