package io.pelton.flink.metrics;

import io.pelton.arrow.ArrowAllocator;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.MetricGroup;

/**
 * Shows how much memory outside the heap a slot holds for Arrow, the most so far, and its limit.
 */
@Internal
public final class ArrowMemoryMetrics {
  private ArrowMemoryMetrics() {}

  /** Gauges {@code arrow_bytes}, {@code arrow_peak_bytes} and {@code arrow_limit_bytes}. */
  public static void register(MetricGroup group, ArrowAllocator allocator) {
    group.gauge("arrow_bytes", allocator::held);
    group.gauge("arrow_peak_bytes", allocator::peak);
    group.gauge("arrow_limit_bytes", allocator::limit);
  }
}
