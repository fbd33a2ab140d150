package io.pelton.engine.realize;

import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Values by the edge that carries them: what a pass is given. Owns nothing. Not thread-safe while
 * it is filled.
 */
public final class StorageCache {
  private final Map<ValueId, Value> values = new LinkedHashMap<>();

  /**
   * The named inputs of a graph.
   *
   * @throws UnknownName for a name that the graph does not have
   */
  public static StorageCache of(NamedGraph named, Map<String, Tensor> inputs) {
    StorageCache cache = new StorageCache();
    inputs.forEach(
        (name, tensor) -> {
          ValueId input = named.inputs().get(name);
          if (input == null) {
            throw new UnknownName("no input", name, List.copyOf(named.inputs().keySet()));
          }
          cache.put(input, tensor);
        });
    return cache;
  }

  /** Adds or replaces a value; returns this. */
  public StorageCache put(ValueId id, Value value) {
    values.put(id, value);
    return this;
  }

  public Optional<Value> get(ValueId id) {
    return Optional.ofNullable(values.get(id));
  }

  /** The value, or null. */
  Value find(ValueId id) {
    return values.get(id);
  }

  /** In the order in which they were first put. */
  public Set<ValueId> ids() {
    return values.keySet();
  }
}
