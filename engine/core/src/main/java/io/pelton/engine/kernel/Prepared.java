package io.pelton.engine.kernel;

import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Packed weights, derived once and shared by all executables of a compiled graph. Tensors that see
 * one storage alike count as one. What was derived goes with what it was derived from, so that
 * constants of plans that are gone leave nothing behind. Thread-safe.
 */
public final class Prepared implements AutoCloseable {
  private static final class Key extends WeakReference<Object> {
    private final Layout layout;
    private final Class<?> type;
    private final Device device;
    private final int hash;

    private Key(Object weights, Class<?> type, Device device, ReferenceQueue<Object> dead) {
      super(weights instanceof Tensor tensor ? tensor.storage() : weights, dead);
      this.layout = weights instanceof Tensor tensor ? tensor.layout() : null;
      this.type = type;
      this.device = device;
      this.hash = System.identityHashCode(get()) * 31 + type.hashCode();
    }

    @Override
    public boolean equals(Object other) {
      if (this == other) {
        return true;
      }
      return other instanceof Key key
          && type == key.type
          && device == key.device
          && get() != null
          && key.refersTo(get())
          && (layout == null ? key.layout == null : layout.equals(key.layout));
    }

    @Override
    public int hashCode() {
      return hash;
    }
  }

  private final Map<Key, PackedWeights> derived = new ConcurrentHashMap<>();
  private final ReferenceQueue<Object> dead = new ReferenceQueue<>();

  /** Bytes of all weights packed so far that something may still ask for. */
  public long bytes() {
    dropDead();
    return derived.values().stream().mapToLong(PackedWeights::byteLength).sum();
  }

  /**
   * @param device where they are packed; null for the host
   */
  <T extends PackedWeights> T get(
      Object weights, Class<T> type, Device device, Supplier<T> derive) {
    dropDead();
    Key wanted = new Key(weights, type, device, dead);
    derived.computeIfPresent(wanted, (key, packed) -> dropLost(packed));
    return type.cast(derived.computeIfAbsent(wanted, key -> derive.get()));
  }

  /** Null for those that a device lost. */
  private static PackedWeights dropLost(PackedWeights packed) {
    if (packed.isLost()) {
      packed.close();
      return null;
    }
    return packed;
  }

  private void dropDead() {
    for (Reference<?> key = dead.poll(); key != null; key = dead.poll()) {
      PackedWeights packed = derived.remove(key);
      if (packed != null) {
        packed.close();
      }
    }
  }

  /** Releases what lies outside of the heap; kernels that use it must not run any more. */
  @Override
  public void close() {
    derived.values().forEach(PackedWeights::close);
    derived.clear();
  }
}
