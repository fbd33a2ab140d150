package io.pelton.examples.benchmarks.streaming;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.examples.benchmarks.open.ProcessMemory;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/**
 * What the JVM holds at one time, after a collection.
 *
 * @param seconds since the first record was scored
 * @param heap KiB in use
 * @param direct KiB of direct buffers
 * @param arrow KiB of Arrow memory, of all allocators
 * @param resident KiB of the process in memory, heap included; 0 where the system doesn't say
 * @param threads alive
 */
record LoadSample(
    double seconds, double heap, double direct, double arrow, double resident, double threads) {
  static final String THREADS = "threads";

  private static final double KIB = 1024;

  /** What a sample has, by name. */
  record Series(String name, ToDoubleFunction<LoadSample> value) {
    double of(LoadSample sample) {
      return value.applyAsDouble(sample);
    }

    /** By how much it grows a minute: the median of the slopes between any two samples. */
    double slope(List<LoadSample> samples) {
      List<Double> slopes = new ArrayList<>();
      for (int i = 0; i < samples.size(); i++) {
        for (int k = i + 1; k < samples.size(); k++) {
          double minutes = (samples.get(k).seconds() - samples.get(i).seconds()) / 60;
          slopes.add((of(samples.get(k)) - of(samples.get(i))) / minutes);
        }
      }
      slopes.sort(null);
      return slopes.isEmpty() ? 0 : slopes.get(slopes.size() / 2);
    }
  }

  static final List<Series> SERIES =
      List.of(
          new Series("heap", LoadSample::heap),
          new Series("direct", LoadSample::direct),
          new Series("arrow", LoadSample::arrow),
          new Series("resident", LoadSample::resident),
          new Series(THREADS, LoadSample::threads));

  /**
   * @param probe an allocator of the JVM
   */
  static LoadSample now(double seconds, ArrowAllocator probe) {
    System.gc();
    double direct =
        ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
            .filter(pool -> pool.getName().equals("direct"))
            .mapToDouble(BufferPoolMXBean::getMemoryUsed)
            .sum();
    return new LoadSample(
        seconds,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / KIB,
        direct / KIB,
        probe.arrow().getParentAllocator().getAllocatedMemory() / KIB,
        ProcessMemory.isKnown() ? ProcessMemory.now().resident() / KIB : 0,
        ManagementFactory.getThreadMXBean().getThreadCount());
  }

  /** A line of the series. */
  String line(long scored, long failed) {
    return String.format(
        Locale.ROOT,
        "%7.1f s  %,14d scored  %,10d failed  heap %,9.0f KiB  direct %,7.0f KiB  arrow %,7.0f KiB"
            + "  resident %,9.0f KiB  %3.0f threads",
        seconds,
        scored,
        failed,
        heap,
        direct,
        arrow,
        resident,
        threads);
  }
}
