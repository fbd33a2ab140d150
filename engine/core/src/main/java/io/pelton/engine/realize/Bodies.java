package io.pelton.engine.realize;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.tensor.Value;
import java.util.IdentityHashMap;
import java.util.List;

/** Runs the bodies that nodes of a graph own, each with plans that are kept while this is. */
final class Bodies implements AutoCloseable {
  private final int capacity;
  private final IdentityHashMap<NamedGraph, OrderCache> caches = new IdentityHashMap<>();

  /**
   * @param capacity plans kept for each body
   */
  Bodies(int capacity) {
    this.capacity = capacity;
  }

  static Bodies ofOnePass() {
    return new Bodies(OrderCache.CAPACITY);
  }

  /**
   * @param inputs of the body, in order
   * @param rng of the pass around
   * @return its outputs, in order, in memory that nothing else uses
   */
  List<Value> run(NamedGraph body, List<Value> inputs, RngOptions rng, Realizer realizer) {
    StorageCache given = new StorageCache();
    List<ValueId> ids = List.copyOf(body.inputs().values());
    for (int i = 0; i < ids.size(); i++) {
      given.put(ids.get(i), inputs.get(i));
    }
    OrderCache cache = caches.computeIfAbsent(body, owned -> new OrderCache(capacity));
    List<ValueId> outputs = List.copyOf(body.outputs().values());
    Realization realization =
        Realization.of(body.graph()).targets(outputs).inputs(given).rng(rng).order(cache);
    try (Realized realized = realizer.run(realization, Dispatch.INLINE)) {
      return List.copyOf(realized.outputs(body).values());
    }
  }

  long bytes() {
    return caches.values().stream().mapToLong(OrderCache::bytes).sum();
  }

  @Override
  public void close() {
    caches.values().forEach(OrderCache::close);
    caches.clear();
  }
}
