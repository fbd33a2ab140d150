package io.pelton.engine.kernel;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Packed weights, derived once and shared by all executables of a compiled graph. Thread-safe. */
public final class Prepared {
  private static final class Key {
    private final Object weights;
    private final Class<?> type;

    private Key(Object weights, Class<?> type) {
      this.weights = weights;
      this.type = type;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && weights == key.weights && type == key.type;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(weights) * 31 + type.hashCode();
    }
  }

  private final Map<Key, PackedWeights> derived = new ConcurrentHashMap<>();

  /** Bytes of all weights packed so far. */
  public long bytes() {
    return derived.values().stream().mapToLong(PackedWeights::byteLength).sum();
  }

  <T extends PackedWeights> T get(Object weights, Class<T> type, Supplier<T> derive) {
    return type.cast(derived.computeIfAbsent(new Key(weights, type), key -> derive.get()));
  }
}
