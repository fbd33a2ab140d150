package io.pelton.engine.executable;

import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;

/**
 * How a graph is compiled.
 *
 * @param devices that it may run on
 * @param planning how nodes find theirs
 * @param planCacheCapacity plans that each executable keeps, bound to memory of its own
 * @param bucketRows pads row counts to powers of two, so that few plans serve all batch sizes; off,
 *     every row count has a plan of its own
 * @param intraOpThreads threads among which each executable divides its large steps, the calling
 *     one included; 1 for none but that
 */
public record CompileOptions(
    Devices devices,
    PlanOptions planning,
    int planCacheCapacity,
    boolean bucketRows,
    int intraOpThreads) {
  /**
   * @throws IllegalArgumentException for threads that are fewer than 1 or more than processors
   */
  public CompileOptions {
    int processors = Runtime.getRuntime().availableProcessors();
    if (intraOpThreads < 1 || intraOpThreads > processors) {
      throw new IllegalArgumentException(
          "intraOpThreads should be from 1 to the number of processors, which is "
              + processors
              + ", but is "
              + intraOpThreads
              + "; in Flink, take the cores of a TaskManager divided by its slots");
    }
  }

  /** On the host, with that backend. */
  public static CompileOptions on(Backend backend) {
    return on(Devices.of(backend));
  }

  /** On the host of these devices, unless nodes are placed or {@link #withPlanning} says else. */
  public static CompileOptions on(Devices devices) {
    return new CompileOptions(devices, PlanOptions.pinnedTo(devices.host().id()), 16, true, 1);
  }

  /**
   * On what a user's name stands for:
   *
   * <ul>
   *   <li>null: the best host backend
   *   <li>the name of a host backend, such as {@code cpu}: that one
   *   <li>another backend's, such as {@code cuda}, or {@code cuda:1} for one of its further
   *       devices: that device, and what it has no kernel for on the host
   *   <li>{@link Devices#AUTO auto}: on the host or one of all devices beside it, by estimates
   * </ul>
   *
   * Away from the host, kernels within {@link PlanOptions#DEVICE_FLOOR} are taken.
   *
   * @param loader sees the backends
   * @throws io.pelton.engine.error.BackendUnavailable when what is named is missing or not usable,
   *     with the reason
   */
  public static CompileOptions on(String name, ClassLoader loader) {
    if (name == null) {
      return on(Backend.best(loader));
    }
    Devices devices = Devices.open(name, loader);
    return on(devices).withPlanning(planning(name, devices));
  }

  private static PlanOptions planning(String name, Devices devices) {
    Device host = devices.host();
    if (name.equals(Devices.AUTO)) {
      return PlanOptions.automatic(devices);
    }
    return devices.all().stream()
        .filter(device -> !device.isHost())
        .findFirst()
        .map(device -> PlanOptions.on(device).withFallbackPlacements(host.id()))
        .orElseGet(() -> PlanOptions.on(host));
  }

  /** These, with another way for nodes to find their devices. */
  public CompileOptions withPlanning(PlanOptions options) {
    return new CompileOptions(devices, options, planCacheCapacity, bucketRows, intraOpThreads);
  }

  /** These, with so many plans kept by each executable. */
  public CompileOptions withPlanCacheCapacity(int capacity) {
    return new CompileOptions(devices, planning, capacity, bucketRows, intraOpThreads);
  }

  /** These, with row counts padded to powers of two or not. */
  public CompileOptions withBucketRows(boolean bucket) {
    return new CompileOptions(devices, planning, planCacheCapacity, bucket, intraOpThreads);
  }

  /**
   * These, with so many threads for each executable, the calling one included. Helpers are shared by
   * all executables of the process and start when a large step first wants them; results are the
   * same bits with any number.
   *
   * @param threads from 1, which is the default, to the number of processors; where several
   *     executables run at the same time, the number of processors divided by how many do
   * @throws IllegalArgumentException for another number
   */
  public CompileOptions withIntraOpThreads(int threads) {
    return new CompileOptions(devices, planning, planCacheCapacity, bucketRows, threads);
  }

  /** What computes on the host: folds constants, packs. */
  public Backend backend() {
    return devices.host().backend();
  }

  /** Rows that the plan for {@code rows} rows is made for, at least one. */
  int bucket(int rows) {
    if (!bucketRows) {
      return Math.max(1, rows);
    }
    return rows <= 1 ? 1 : Integer.highestOneBit(rows - 1) << 1;
  }
}
