package io.pelton.engine.realize;

import io.pelton.engine.plan.PlanCache;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The recordings of one cache, bounded in all, however many answers continue each. Those of the
 * pass that was longest ago leave first, and of a pass the last before what it continues. Used by
 * one thread at a time.
 */
final class Recordings {
  private final int capacity;
  private final PlanCache<Recording> first = Recording.unbounded();
  private final Map<Recording, PlanCache<Recording>> homes = new LinkedHashMap<>(16, 0.75f, true);
  private final List<Recording> path = new ArrayList<>();
  private long evictions;

  Recordings(int capacity) {
    if (capacity < 1) {
      throw new IllegalArgumentException("an order cache keeps at least 1 plan, not " + capacity);
    }
    this.capacity = capacity;
  }

  /** Where passes begin, by {@link GivenInputs#key}. */
  PlanCache<Recording> first() {
    return first;
  }

  /** What a pass runs through, in order; to be filled by it from the beginning. */
  List<Recording> path() {
    path.clear();
    return path;
  }

  /** The pass that filled the path has succeeded. */
  void used() {
    for (int i = path.size() - 1; i >= 0; i--) {
      homes.put(path.get(i), i == 0 ? first : path.get(i - 1).next());
    }
    path.clear();
    while (homes.size() > capacity) {
      Map.Entry<Recording, PlanCache<Recording>> eldest = homes.entrySet().iterator().next();
      homes.remove(eldest.getKey());
      eldest.getValue().remove(eldest.getKey());
      evictions++;
    }
  }

  long evictions() {
    return evictions;
  }

  /** Bytes of memory for what passes compute. */
  long bytes() {
    return homes.keySet().stream().mapToLong(Recording::bytes).sum();
  }

  void clear() {
    homes.clear();
    path.clear();
    first.clear();
  }
}
