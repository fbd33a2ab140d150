package io.pelton.cuda.memory;

import java.util.concurrent.atomic.AtomicLong;

/** Counts bytes against a limit. Thread-safe. */
final class MemoryBudget {
  private final long limit;
  private final AtomicLong used = new AtomicLong();

  MemoryBudget(long limit) {
    this.limit = limit;
  }

  long limit() {
    return limit;
  }

  long used() {
    return used.get();
  }

  long left() {
    return limit - used.get();
  }

  /** Takes so many bytes; false, and none, when they would exceed the limit. */
  boolean take(long bytes) {
    long before = used.get();
    while (bytes <= limit - before) {
      if (used.compareAndSet(before, before + bytes)) {
        return true;
      }
      before = used.get();
    }
    return false;
  }

  void giveBack(long bytes) {
    used.addAndGet(-bytes);
  }
}
