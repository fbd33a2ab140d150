package io.pelton.engine.kernel;

import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
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
  private final AtomicLong changes = new AtomicLong();
  private volatile Sum sum = new Sum(0, 0);

  /**
   * What all of them took.
   *
   * @param changes that there had been when this was summed up
   */
  private record Sum(long changes, long bytes) {}

  /** Bytes of all weights packed so far that something may still ask for; asked with every run. */
  public long bytes() {
    dropDead();
    long now = changes.get();
    Sum known = sum;
    if (known.changes() != now) {
      known =
          new Sum(now, derived.values().stream().mapToLong(PackedWeights::byteLength).sum());
      sum = known;
    }
    return known.bytes();
  }

  /**
   * @param device where they are packed; null for the host
   */
  <T extends PackedWeights> T get(
      Object weights, Class<T> type, Device device, Supplier<T> derive) {
    dropDead();
    Key wanted = new Key(weights, type, device, dead);
    derived.computeIfPresent(wanted, (key, packed) -> dropLost(packed));
    PackedWeights packed = derived.get(wanted);
    if (packed == null) {
      packed = derived.computeIfAbsent(wanted, key -> derive.get());
      changes.incrementAndGet();
    }
    return type.cast(packed);
  }

  /** Null for those that a device lost. */
  private PackedWeights dropLost(PackedWeights packed) {
    if (packed.isLost()) {
      packed.close();
      changes.incrementAndGet();
      return null;
    }
    return packed;
  }

  private void dropDead() {
    for (Reference<?> key = dead.poll(); key != null; key = dead.poll()) {
      PackedWeights packed = derived.remove(key);
      if (packed != null) {
        packed.close();
        changes.incrementAndGet();
      }
    }
  }

  /** Releases what lies outside of the heap; kernels that use it must not run any more. */
  @Override
  public void close() {
    derived.values().forEach(PackedWeights::close);
    derived.clear();
    changes.incrementAndGet();
  }
}
