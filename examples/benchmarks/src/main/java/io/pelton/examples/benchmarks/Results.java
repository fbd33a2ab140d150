package io.pelton.examples.benchmarks;

import java.util.Arrays;
import java.util.Locale;

/** The lines that a benchmark ends with, for people and scripts alike. */
public final class Results {
  private Results() {}

  /** Ours over the peer's; higher is better. */
  public static void ratio(String benchmark, double ratio) {
    System.out.printf(Locale.ROOT, "RATIO %s %.3f%n", benchmark, ratio);
  }

  public static void value(String benchmark, double value, String unit) {
    System.out.printf(Locale.ROOT, "VALUE %s %.4g %s%n", benchmark, value, unit);
  }

  /** The median; of an even number, the mean of the middle two. */
  public static double median(double... values) {
    double[] sorted = values.clone();
    Arrays.sort(sorted);
    int middle = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  }
}
