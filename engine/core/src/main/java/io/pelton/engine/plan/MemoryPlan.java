package io.pelton.engine.plan;

import java.util.List;
import java.util.Map;

/**
 * Offsets of transient values in arenas.
 *
 * @param offsets in the arena's units, by the index of {@link Root.Transient}
 * @param sizes units that each arena needs
 */
public record MemoryPlan(List<Long> offsets, Map<ArenaKey, Long> sizes) {
  public MemoryPlan {
    offsets = List.copyOf(offsets);
    sizes = Map.copyOf(sizes);
  }

  /** Bytes of all arenas. */
  public long bytes() {
    return sizes.entrySet().stream()
        .mapToLong(size -> size.getValue() * size.getKey().carrier().width())
        .sum();
  }
}
