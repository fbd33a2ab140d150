package io.pelton.examples.benchmarks.cpu;

import io.pelton.examples.benchmarks.Results;
import java.util.Arrays;
import java.util.function.LongSupplier;

/** How fast one thread reads and copies memory that no cache holds. */
final class Bandwidth {
  private static final int ROUNDS = 7;

  /** Arrays of 320 MiB. */
  private static final int LENGTH = 40 << 20;

  private final long[] source = new long[LENGTH];
  private final long[] target = new long[LENGTH];

  /** GB/s; every element is read and written. */
  double copying() {
    return rate(
        () -> {
          System.arraycopy(source, 0, target, 0, LENGTH);
          return target[LENGTH - 1];
        });
  }

  /** GB/s; both arrays are read. */
  double reading() {
    return rate(() -> Arrays.mismatch(source, target));
  }

  private double rate(LongSupplier pass) {
    double[] rates = new double[ROUNDS];
    long expected = pass.getAsLong();
    for (int round = 0; round < ROUNDS; round++) {
      long start = System.nanoTime();
      long found = pass.getAsLong();
      rates[round] = 2.0 * Long.BYTES * LENGTH / (System.nanoTime() - start);
      if (found != expected) {
        throw new IllegalStateException("memory changed meanwhile");
      }
    }
    return Results.median(rates);
  }
}
