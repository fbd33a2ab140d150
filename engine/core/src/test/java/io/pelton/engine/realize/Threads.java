package io.pelton.engine.realize;

import java.util.concurrent.CountDownLatch;

/** Threads that live, and waits that tests need not declare. */
final class Threads {
  private Threads() {}

  static long named(String name) {
    return Thread.getAllStackTraces().keySet().stream()
        .filter(thread -> thread.getName().equals(name))
        .count();
  }

  static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError("interrupted while it waited", e);
    }
  }
}
