package io.pelton.engine.plan;

import io.pelton.engine.tensor.Carrier;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.MemorySpace;
import java.util.Locale;

/**
 * One piece of memory that transient values of a plan share: on the heap an array per carrier,
 * elsewhere one run of bytes for all.
 *
 * @param carrier of the heap's array; {@link Carrier#BYTES} in every other space
 */
public record ArenaKey(MemorySpace space, Carrier carrier) {
  private static final int ALIGNMENT = 64;

  public ArenaKey {
    if (carrier == Carrier.STRINGS) {
      throw new IllegalArgumentException("strings live in no arena");
    }
    if (!space.equals(MemorySpace.HEAP) && carrier != Carrier.BYTES) {
      throw new IllegalArgumentException(
          "an arena in " + space + " holds BYTES, not " + carrier + "; ask ArenaKey.of for it");
    }
  }

  /** The arena of a space that takes elements of a carrier. */
  public static ArenaKey of(MemorySpace space, Carrier carrier) {
    return new ArenaKey(space, space.equals(MemorySpace.HEAP) ? carrier : Carrier.BYTES);
  }

  public boolean isHeap() {
    return space.equals(MemorySpace.HEAP);
  }

  /** What {@code elements} elements take in this arena, in its units. */
  long units(DType dtype, long elements) {
    return dtype.carrierSlots(elements) * dtype.carrier().width() / unitBytes();
  }

  /** Bytes of one unit, in which offsets count: a slot of the array, or a byte. */
  public int unitBytes() {
    return carrier.width();
  }

  /** What every offset is a multiple of, in units. */
  public int alignment() {
    return space.equals(MemorySpace.HEAP) ? 1 : ALIGNMENT;
  }

  @Override
  public String toString() {
    return space.equals(MemorySpace.HEAP)
        ? space + " " + carrier.name().toLowerCase(Locale.ROOT)
        : space.toString();
  }
}
