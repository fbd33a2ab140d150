package io.pelton.engine.plan;

import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.MemorySpace;
import java.util.Locale;

/**
 * Names an arena. On the heap there is one per carrier, measured in the carrier's slots; elsewhere
 * one per space, measured in bytes.
 *
 * @param carrier {@link Carrier#BYTES} outside the heap
 */
public record ArenaKey(MemorySpace space, Carrier carrier) {
  /** The arena for values of the dtype in that space. */
  static ArenaKey of(MemorySpace space, DType dtype) {
    boolean isHeap = space.equals(MemorySpace.HEAP);
    return new ArenaKey(space, isHeap ? dtype.carrier() : Carrier.BYTES);
  }

  public boolean isHeap() {
    return space.equals(MemorySpace.HEAP);
  }

  /** What {@code elements} elements take in this arena. */
  long units(DType dtype, long elements) {
    long slots = dtype.carrierSlots(elements);
    return isHeap() ? slots : slots * dtype.carrier().width();
  }

  @Override
  public String toString() {
    return isHeap() ? space + " " + carrier.name().toLowerCase(Locale.ROOT) : space + "";
  }
}
