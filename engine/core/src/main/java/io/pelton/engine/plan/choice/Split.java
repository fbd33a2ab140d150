package io.pelton.engine.plan.choice;

import io.pelton.engine.graph.NodeId;
import java.util.Locale;
import java.util.Set;

/**
 * One way to divide a graph between the host and a device.
 *
 * @param away nodes that run on the device and were free to run elsewhere
 * @param kernels that run on the device
 * @param kernelNanos of all kernels, wherever they run
 * @param moves of values, either way
 * @param moveNanos of these
 */
record Split(Set<NodeId> away, int kernels, double kernelNanos, int moves, double moveNanos) {
  Split {
    away = Set.copyOf(away);
  }

  double nanos() {
    return kernelNanos + moveNanos;
  }

  /** {@code 12.3 us, 5 kernels there, 2 moves for 4.5 us}. */
  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "%s, %d %s there, %d %s for %s",
        micros(nanos()),
        kernels,
        kernels == 1 ? "kernel" : "kernels",
        moves,
        moves == 1 ? "move" : "moves",
        micros(moveNanos));
  }

  static String micros(double nanos) {
    return Double.isInfinite(nanos)
        ? "never"
        : String.format(Locale.ROOT, "%,.1f us", nanos / 1_000);
  }
}
