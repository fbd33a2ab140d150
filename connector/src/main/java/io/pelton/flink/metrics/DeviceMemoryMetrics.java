package io.pelton.flink.metrics;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceRuntime;
import java.util.List;
import java.util.function.ToLongFunction;
import org.apache.flink.annotation.Internal;
import org.apache.flink.metrics.MetricGroup;

/** Shows the memory that a TaskManager holds on and for the devices of a model. */
@Internal
public final class DeviceMemoryMetrics {
  /** Where a device can't say, such as one that was lost. */
  static final long UNKNOWN = -1;

  private DeviceMemoryMetrics() {}

  /**
   * Gauges {@code device_bytes}, on the devices themselves, and {@code device_pinned_bytes}, of the
   * host's memory for copies; both 0 where the model runs on the host.
   */
  public static void register(MetricGroup group, List<Device> devices) {
    List<DeviceRuntime> runtimes =
        devices.stream().flatMap(device -> device.runtime().stream()).toList();
    group.gauge("device_bytes", () -> sum(runtimes, DeviceRuntime::bytesAllocated));
    group.gauge("device_pinned_bytes", () -> sum(runtimes, DeviceRuntime::bytesPinned));
  }

  /** Bytes that the TaskManager holds on these devices, for all models. */
  public static long bytes(List<Device> devices) {
    return sum(
        devices.stream().flatMap(device -> device.runtime().stream()).toList(),
        DeviceRuntime::bytesAllocated);
  }

  private static long sum(List<DeviceRuntime> runtimes, ToLongFunction<DeviceRuntime> bytes) {
    try {
      return runtimes.stream().mapToLong(bytes).sum();
    } catch (RuntimeException e) {
      return UNKNOWN;
    }
  }
}
