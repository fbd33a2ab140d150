package io.pelton.examples.benchmarks.open;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * The memory that Java objects hold: the used heap as the collector counts it, garbage and the rest
 * of regions included, and all direct and mapped buffers. Watches it by the millisecond until it is
 * closed.
 */
final class HeldMemory implements AutoCloseable {
  private static final MemoryMXBean HEAP = ManagementFactory.getMemoryMXBean();
  private static final List<BufferPoolMXBean> BUFFERS =
      ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
  private static final long INTERVAL_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private final AtomicLong peak = new AtomicLong();
  private final AtomicBoolean isOver = new AtomicBoolean();

  HeldMemory() {
    Thread watch = new Thread(this::watch, "memory-watch");
    watch.setDaemon(true);
    watch.start();
  }

  private void watch() {
    while (!isOver.get()) {
      look();
      LockSupport.parkNanos(INTERVAL_NANOS);
    }
  }

  private void look() {
    peak.accumulateAndGet(now(), Math::max);
  }

  static long now() {
    long bytes = HEAP.getHeapMemoryUsage().getUsed();
    for (BufferPoolMXBean pool : BUFFERS) {
      bytes += pool.getMemoryUsed();
    }
    return bytes;
  }

  /**
   * Without garbage: collects until nothing more goes, since a mapped file goes only after the
   * object that stands for it.
   */
  static long withoutGarbage() throws InterruptedException {
    long before = Long.MAX_VALUE;
    long bytes = now();
    while (bytes < before) {
      before = bytes;
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
      bytes = Math.min(before, now());
    }
    return bytes;
  }

  /** The most that was seen so far. */
  long peak() {
    look();
    return peak.get();
  }

  @Override
  public void close() {
    isOver.set(true);
  }
}
