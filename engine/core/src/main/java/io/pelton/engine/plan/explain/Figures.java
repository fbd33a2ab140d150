package io.pelton.engine.plan.explain;

import io.pelton.engine.plan.explain.PlanPage.Node;
import java.util.Locale;
import java.util.OptionalDouble;

/** Writes numbers for people. */
final class Figures {
  private static final String[] BYTE_UNITS = {"KiB", "MiB", "GiB", "TiB"};

  private Figures() {}

  static String bytes(long bytes) {
    if (bytes < 1024) {
      return bytes + " B";
    }
    double value = bytes / 1024.0;
    int unit = 0;
    while (value >= 1024 && unit < BYTE_UNITS.length - 1) {
      value /= 1024;
      unit++;
    }
    return String.format(Locale.ROOT, "%.1f %s", value, BYTE_UNITS[unit]);
  }

  static String nanos(double nanos) {
    if (nanos < 1e3) {
      return String.format(Locale.ROOT, "%.0f ns", nanos);
    }
    return nanos < 1e6
        ? String.format(Locale.ROOT, "%.1f µs", nanos / 1e3)
        : String.format(Locale.ROOT, "%.1f ms", nanos / 1e6);
  }

  /** Measured time before estimated; empty where neither is known. */
  static String time(Node node) {
    if (node.measuredNanos().isPresent()) {
      return nanos(node.measuredNanos().getAsDouble()) + " measured";
    }
    OptionalDouble estimate = node.estimatedNanos();
    return estimate.isPresent() ? nanos(estimate.getAsDouble()) + " estimated" : "";
  }

  /** At most so many characters. */
  static String shortened(String text, int characters) {
    if (text.codePointCount(0, text.length()) <= characters) {
      return text;
    }
    return text.substring(0, text.offsetByCodePoints(0, characters - 1)) + "…";
  }
}
