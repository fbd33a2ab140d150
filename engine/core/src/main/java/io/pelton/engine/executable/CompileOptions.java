package io.pelton.engine.executable;

import io.pelton.engine.kernel.Backend;

/**
 * How a graph is compiled.
 *
 * @param backend where it runs
 * @param planCacheCapacity plans that each executable keeps
 * @param bucketRows pads row counts to powers of two, so that few plans serve all batch sizes; off,
 *     every row count has a plan of its own
 */
public record CompileOptions(Backend backend, int planCacheCapacity, boolean bucketRows) {
  public static CompileOptions on(Backend backend) {
    return new CompileOptions(backend, 16, true);
  }

  public CompileOptions withPlanCacheCapacity(int capacity) {
    return new CompileOptions(backend, capacity, bucketRows);
  }

  public CompileOptions withBucketRows(boolean bucket) {
    return new CompileOptions(backend, planCacheCapacity, bucket);
  }

  /** Rows that the plan for {@code rows} rows is made for. */
  int bucket(int rows) {
    if (!bucketRows) {
      return rows;
    }
    return rows <= 1 ? 1 : Integer.highestOneBit(rows - 1) << 1;
  }
}
