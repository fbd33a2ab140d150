package io.pelton.engine.plan;

import io.pelton.engine.tensor.MemorySpace;
import java.util.BitSet;
import java.util.Optional;

/**
 * Where a plan is to leave its outputs, by index: on the device where they are computed, in memory
 * of the caller, or, by default, on the host in memory of whoever runs the plan. Immutable.
 */
public final class OutputPlaces {
  public static final OutputPlaces ON_HOST =
      new OutputPlaces(new BitSet(), new BitSet(), new BitSet());

  private final BitSet resident;
  private final BitSet onHeap;
  private final BitSet outside;
  private final long[][] words;
  private final boolean isPlain;

  private OutputPlaces(BitSet resident, BitSet onHeap, BitSet outside) {
    this.resident = resident;
    this.onHeap = onHeap;
    this.outside = outside;
    this.words = new long[][] {resident.toLongArray(), onHeap.toLongArray(), outside.toLongArray()};
    this.isPlain = resident.isEmpty() && onHeap.isEmpty() && outside.isEmpty();
  }

  /** This, with other outputs left on their device. */
  public OutputPlaces withResident(BitSet outputs) {
    return new OutputPlaces((BitSet) outputs.clone(), onHeap, outside);
  }

  /**
   * This, with an output in memory of the caller, given at every run, or no longer.
   *
   * @param space heap or native; empty for memory of whoever runs the plan
   */
  public OutputPlaces withTarget(int output, Optional<MemorySpace> space) {
    BitSet heap = (BitSet) onHeap.clone();
    BitSet nativeMemory = (BitSet) outside.clone();
    heap.set(output, space.equals(Optional.of(MemorySpace.HEAP)));
    nativeMemory.set(output, space.equals(Optional.of(MemorySpace.NATIVE)));
    return new OutputPlaces(resident, heap, nativeMemory);
  }

  /** True for an output that stays where it is computed; not for one that has a target. */
  boolean isResident(int output) {
    return resident.get(output) && target(output).isEmpty();
  }

  /** The memory of the caller that an output is written to. */
  Optional<MemorySpace> target(int output) {
    if (onHeap.get(output)) {
      return Optional.of(MemorySpace.HEAP);
    }
    return outside.get(output) ? Optional.of(MemorySpace.NATIVE) : Optional.empty();
  }

  /** True when outputs are left on their device as there. */
  public boolean hasResident(BitSet outputs) {
    return resident.equals(outputs);
  }

  /** Makes it part of what a plan depends on; allocates nothing. */
  public void addTo(PlanKey key) {
    if (isPlain) {
      key.add(-1);
      return;
    }
    for (long[] set : words) {
      key.add(set.length);
      for (long outputs : set) {
        key.add(outputs);
      }
    }
  }
}
