package io.pelton.cuda.memory;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.kernel.NodeSpec;
import java.util.Arrays;
import java.util.List;

/**
 * What is said of a value that a kernel must refuse. Kernels can't throw: they note the value and
 * its position, and whoever waits for the queue is told.
 *
 * @param node name
 * @param op label
 * @param perRow positions that belong to one row; 0 where they belong to none
 * @param before stands before the value in the reason
 * @param after stands behind it; of the values that take turns, each has its own
 */
public record Refusal(String node, String op, long perRow, String before, List<String> after) {
  public Refusal {
    after = List.copyOf(after);
  }

  /** Of a node. */
  public static Refusal of(NodeSpec node, long perRow, String before, List<String> after) {
    return new Refusal(
        node.name(), node.op().label(), node.rows() == 1 ? 0 : perRow, before, after);
  }

  /**
   * Of indices that may be negative.
   *
   * @param lengths of the axes that they index; those of several take turns
   */
  public static Refusal ofIndex(NodeSpec node, long perRow, long... lengths) {
    List<String> ranges =
        Arrays.stream(lengths)
            .mapToObj(length -> " is outside of [" + -length + ", " + (length - 1) + "]")
            .toList();
    return of(node, perRow, "index ", ranges);
  }

  InvalidValue error(long position, long value) {
    String end = after.get((int) (position % after.size()));
    return new InvalidValue(node, op, perRow == 0 ? -1 : position / perRow, before + value + end);
  }
}
