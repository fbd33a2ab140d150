package io.pelton.cuda.memory;

import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;

/** Moves slots of the host's memory, heap or native, into pinned memory and back. */
final class HostSlots {
  private HostSlots() {}

  /**
   * @param slot of the storage's carrier, from its start
   * @param at byte of the pinned memory, a multiple of the carrier's width
   */
  static void store(Storage from, long slot, PinnedBytes to, int at, int slots) {
    if (from instanceof HeapStorage heap) {
      store(heap, heap.base() + (int) slot, to, at, slots);
    } else {
      int width = from.dtype().carrier().width();
      to.bytes().put(at, ((NativeStorage) from).bytes(), (int) slot * width, slots * width);
    }
  }

  /** The other way. */
  static void load(PinnedBytes from, int at, Storage to, long slot, int slots) {
    if (to instanceof HeapStorage heap) {
      load(from, at, heap, heap.base() + (int) slot, slots);
    } else {
      int width = to.dtype().carrier().width();
      ((NativeStorage) to).bytes().put((int) slot * width, from.bytes(), at, slots * width);
    }
  }

  private static void store(HeapStorage from, int slot, PinnedBytes to, int at, int slots) {
    switch (from.dtype().carrier()) {
      case FLOATS -> to.floats().put(at / Float.BYTES, from.floats(), slot, slots);
      case DOUBLES -> to.doubles().put(at / Double.BYTES, from.doubles(), slot, slots);
      case LONGS -> to.longs().put(at / Long.BYTES, from.longs(), slot, slots);
      case INTS -> to.ints().put(at / Integer.BYTES, from.ints(), slot, slots);
      case SHORTS -> to.shorts().put(at / Short.BYTES, from.shorts(), slot, slots);
      case BYTES -> to.bytes().put(at, from.bytes(), slot, slots);
      case STRINGS -> throw new IllegalArgumentException("strings live on the host");
    }
  }

  private static void load(PinnedBytes from, int at, HeapStorage to, int slot, int slots) {
    switch (to.dtype().carrier()) {
      case FLOATS -> from.floats().get(at / Float.BYTES, to.floats(), slot, slots);
      case DOUBLES -> from.doubles().get(at / Double.BYTES, to.doubles(), slot, slots);
      case LONGS -> from.longs().get(at / Long.BYTES, to.longs(), slot, slots);
      case INTS -> from.ints().get(at / Integer.BYTES, to.ints(), slot, slots);
      case SHORTS -> from.shorts().get(at / Short.BYTES, to.shorts(), slot, slots);
      case BYTES -> from.bytes().get(at, to.bytes(), slot, slots);
      case STRINGS -> throw new IllegalArgumentException("strings live on the host");
    }
  }
}
