package io.pelton.engine.plan;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Bounded, least recently used first out. Used by one thread; any thread may read the counts.
 *
 * @param <P> what is cached per key
 */
public final class PlanCache<P> {
  private final int capacity;
  private final Consumer<P> release;
  private final Map<PlanKey, P> plans = new LinkedHashMap<>(16, 0.75f, true);
  private final AtomicLong hits = new AtomicLong();
  private final AtomicLong misses = new AtomicLong();
  private final AtomicLong evictions = new AtomicLong();

  /** What was asked for last, which most runs ask for again. */
  private PlanKey lastKey;

  private P lastPlan;

  /**
   * @param capacity plans kept, at least 1
   * @param release called with every plan that leaves
   */
  public PlanCache(int capacity, Consumer<P> release) {
    if (capacity < 1) {
      throw new IllegalArgumentException("a plan cache keeps at least 1 plan, not " + capacity);
    }
    this.capacity = capacity;
    this.release = release;
  }

  /** The plan that was asked for last, as if it were again; null where it is not kept any more. */
  public P again() {
    if (lastPlan != null) {
      hits.setOpaque(hits.getPlain() + 1);
    }
    return lastPlan;
  }

  /**
   * The plan of the key, made where it is missing.
   *
   * @param make may return null where there is no plan, which is not cached
   */
  public P get(PlanKey key, Supplier<P> make) {
    if (lastPlan != null && key.equals(lastKey)) {
      hits.setOpaque(hits.getPlain() + 1);
      return lastPlan;
    }
    P plan = plans.get(key);
    if (plan != null) {
      hits.setOpaque(hits.getPlain() + 1);
      return remembered(key, plan);
    }
    lastPlan = null;
    misses.setOpaque(misses.getPlain() + 1);
    plan = make.get();
    if (plan == null) {
      return null;
    }
    plans.put(key.copy(), plan);
    if (plans.size() > capacity) {
      evictions.setOpaque(evictions.getPlain() + 1);
      release.accept(plans.remove(plans.keySet().iterator().next()));
    }
    return remembered(key, plan);
  }

  private P remembered(PlanKey key, P plan) {
    if (lastKey == null) {
      lastKey = new PlanKey();
    }
    lastKey.become(key);
    lastPlan = plan;
    return plan;
  }

  /** Releases a plan that is kept. */
  public void remove(P plan) {
    lastPlan = null;
    if (plans.values().remove(plan)) {
      release.accept(plan);
      evictions.setOpaque(evictions.getPlain() + 1);
    }
  }

  public Iterable<P> plans() {
    return plans.values();
  }

  /** Releases all plans; what releasing one throws comes after the last. */
  public void clear() {
    lastPlan = null;
    List<P> left = List.copyOf(plans.values());
    plans.clear();
    RuntimeException failure = null;
    for (P plan : left) {
      try {
        release.accept(plan);
      } catch (RuntimeException e) {
        if (failure == null) {
          failure = e;
        } else {
          failure.addSuppressed(e);
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  public long hits() {
    return hits.getOpaque();
  }

  public long misses() {
    return misses.getOpaque();
  }

  public long evictions() {
    return evictions.getOpaque();
  }
}
