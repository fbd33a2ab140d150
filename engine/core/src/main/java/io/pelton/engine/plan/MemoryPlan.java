package io.pelton.engine.plan;

import io.pelton.engine.tensor.Carrier;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Offsets of transient values in one arena per carrier.
 *
 * @param offsets in carrier slots, by the index of {@link Root.Transient}
 * @param sizes slots that each arena needs
 */
public record MemoryPlan(List<Long> offsets, Map<Carrier, Long> sizes) {
  public MemoryPlan {
    offsets = List.copyOf(offsets);
    sizes = Map.copyOf(sizes);
  }

  /** Bytes of all arenas. */
  public long bytes() {
    Map<Carrier, Long> bytes = new EnumMap<>(Carrier.class);
    sizes.forEach((carrier, slots) -> bytes.put(carrier, slots * carrier.width()));
    return bytes.values().stream().mapToLong(Long::longValue).sum();
  }
}
