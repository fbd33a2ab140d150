package io.pelton.arrow.dataset;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * What the natives' threads are at, so that it ends before the JVM does.
 *
 * <p>These threads call Java to count memory. A JVM that ends lets nobody in any more, while the
 * natives' own exit waits for their threads: the process would hang, or abort. A shutdown hook,
 * which is there only while there is work, stops it all before.
 */
final class NativeWork {
  private static final long LONGEST = TimeUnit.SECONDS.toNanos(20);
  private static final long STILL = TimeUnit.MILLISECONDS.toNanos(100);
  private static final long POLL = TimeUnit.MILLISECONDS.toNanos(5);

  private static final Set<Work> GOING_ON = new LinkedHashSet<>();
  static final Thread HOOK = hook();
  private static boolean ending;

  private NativeWork() {}

  /** One scan or writing. */
  interface Work {
    /**
     * Makes it end, from a thread that does no work.
     *
     * @param deadline as {@link System#nanoTime}, when to give up waiting for it
     */
    void stop(long deadline);

    /** A number that changes while native threads are at it. */
    long activity();
  }

  private static Thread hook() {
    // not the creator's thread locals and class loader: the hook may outlive a job's
    Thread hook = new Thread(null, NativeWork::stopAll, "pelton-natives-exit", 0, false);
    hook.setContextClassLoader(null);
    return hook;
  }

  /**
   * @throws IllegalStateException where the JVM is ending
   */
  static void began(Work work) {
    synchronized (GOING_ON) {
      if (ending) {
        throw ending("nothing can be opened");
      }
      if (GOING_ON.isEmpty()) {
        Runtime.getRuntime().addShutdownHook(HOOK);
      }
      GOING_ON.add(work);
    }
  }

  /** Does nothing for work that is over already. Native threads call this, too: never throws. */
  static void over(Work work) {
    synchronized (GOING_ON) {
      if (GOING_ON.remove(work) && GOING_ON.isEmpty() && !ending) {
        try {
          Runtime.getRuntime().removeShutdownHook(HOOK);
        } catch (IllegalStateException begun) {
          ending = true;
        }
      }
    }
  }

  /** Whether there is any, so that the hook is there. */
  static boolean isGoingOn() {
    synchronized (GOING_ON) {
      return !GOING_ON.isEmpty();
    }
  }

  static IllegalStateException ending(String consequence) {
    return new IllegalStateException("the JVM is ending: " + consequence);
  }

  private static void stopAll() {
    List<Work> all;
    synchronized (GOING_ON) {
      ending = true;
      all = new ArrayList<>(GOING_ON);
    }
    long deadline = System.nanoTime() + LONGEST;
    for (Work work : all) {
      work.stop(deadline);
    }
    awaitStillness(all, deadline);
  }

  // Threads may let go of memory for a moment after their scan was closed.
  private static void awaitStillness(List<Work> all, long deadline) {
    long before = -1;
    long since = System.nanoTime();
    for (long now = since; now - since < STILL && now < deadline; now = System.nanoTime()) {
      long activity = all.stream().mapToLong(Work::activity).sum();
      if (activity != before) {
        before = activity;
        since = now;
      }
      LockSupport.parkNanos(POLL);
    }
  }
}
