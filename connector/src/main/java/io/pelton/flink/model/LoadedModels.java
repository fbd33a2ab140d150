package io.pelton.flink.model;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.flink.runtime.memory.SharedResources;

/**
 * The models that are in use, and those that stay for a while after their last use. Thread-safe; no
 * model is loaded or closed under the lock. There is a thread as long as something stays without
 * being used.
 */
final class LoadedModels {
  /** Of all jobs that this class is loaded for: one, unless the jar is in Flink's own folder. */
  static final LoadedModels INSTANCE = new LoadedModels();

  private static final long MOST_MILLIS_TO_END = 1_000;

  /**
   * What slots have to have in common to share a model. What one job's loader made can't be cast by
   * another's.
   *
   * @param resources of the TaskManager, which stand for it where a process has several
   */
  record Key(ClassLoader loader, SharedResources resources, String identity) {}

  private static final class Entry {
    final SharedModel model = new SharedModel();
    int leases;
    long end;
  }

  private final Map<Key, Entry> entries = new HashMap<>();
  private Thread keeper;

  /** Counts a use, which is to be {@link #release released} once. */
  synchronized SharedModel lease(Key key) {
    Entry entry = entries.computeIfAbsent(key, unknown -> new Entry());
    entry.leases++;
    return entry.model;
  }

  /**
   * @param keep how long the model stays if this was its last use
   */
  void release(Key key, Duration keep) {
    SharedModel unused = null;
    synchronized (this) {
      Entry entry = entries.get(key);
      entry.leases--;
      if (entry.leases == 0) {
        if (keep.isZero() || !entry.model.isLoaded()) {
          entries.remove(key);
          unused = entry.model;
        } else {
          entry.end = System.nanoTime() + keep.toNanos();
          wakeKeeper();
        }
      }
    }
    if (unused != null) {
      unused.close();
    }
  }

  /** Lets go of the unused models of a class loader that ends, and waits for the thread to end. */
  void release(ClassLoader loader) {
    Thread ending;
    List<SharedModel> unused;
    synchronized (this) {
      unused = take(key -> key.loader() == loader, Long.MAX_VALUE);
      ending = entries.values().stream().allMatch(entry -> entry.leases > 0) ? keeper : null;
      notifyAll();
    }
    unused.forEach(SharedModel::close);
    if (ending != null) {
      try {
        ending.join(MOST_MILLIS_TO_END);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** True while there is a thread. */
  synchronized boolean isKeeping() {
    return keeper != null;
  }

  /** Models that are in use or stay. */
  synchronized int size() {
    return entries.size();
  }

  /** Removes those that have no use and whose time is over. */
  private List<SharedModel> take(Predicate<Key> which, long wait) {
    long now = System.nanoTime();
    List<SharedModel> taken = new ArrayList<>();
    entries
        .entrySet()
        .removeIf(
            each -> {
              Entry entry = each.getValue();
              boolean isOver =
                  entry.leases == 0 && which.test(each.getKey()) && entry.end - now <= wait;
              if (isOver) {
                taken.add(entry.model);
              }
              return isOver;
            });
    return taken;
  }

  private void wakeKeeper() {
    if (keeper == null) {
      // neither class loader nor thread-locals of the task that happens to be the first
      keeper = new Thread(null, this::keep, "pelton-kept-models", 0, false);
      keeper.setDaemon(true);
      keeper.setContextClassLoader(null);
      keeper.start();
    }
    notifyAll();
  }

  private void keep() {
    List<SharedModel> unused = awaitUnused();
    while (!unused.isEmpty()) {
      unused.forEach(SharedModel::close);
      unused = awaitUnused();
    }
  }

  /** Nothing when there is nothing to wait for; the thread ends then. */
  private synchronized List<SharedModel> awaitUnused() {
    List<SharedModel> unused = take(key -> true, 0);
    while (unused.isEmpty() && nanosToNext() < Long.MAX_VALUE) {
      try {
        wait(Math.max(1, nanosToNext() / 1_000_000 + 1));
      } catch (InterruptedException e) {
        // nobody has a reason to; the models stay as long as they should
      }
      unused = take(key -> true, 0);
    }
    if (unused.isEmpty()) {
      keeper = null;
    }
    return unused;
  }

  private long nanosToNext() {
    long now = System.nanoTime();
    return entries.values().stream()
        .filter(entry -> entry.leases == 0)
        .mapToLong(entry -> entry.end - now)
        .min()
        .orElse(Long.MAX_VALUE);
  }
}
