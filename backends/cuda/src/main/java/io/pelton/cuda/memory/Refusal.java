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
 * @param shown how the value is written
 * @param before stands before the value in the reason
 * @param after stands behind it; of the values that take turns, each has its own
 */
public record Refusal(
    String node, String op, long perRow, Shown shown, String before, List<String> after) {
  /** How a value is written. */
  public enum Shown {
    INTEGER,
    /** A float32 of these bits. */
    FLOAT,
    NOT_AT_ALL
  }

  public Refusal {
    after = List.copyOf(after);
  }

  /** Of integers, in a node that names rows only where it runs over them. */
  public static Refusal of(NodeSpec node, long perRow, String before, List<String> after) {
    return new Refusal(
        node.name(),
        node.op().label(),
        node.rows() == 1 ? 0 : perRow,
        Shown.INTEGER,
        before,
        after);
  }

  /** Of values that are not shown. */
  public static Refusal ofRow(NodeSpec node, long perRow, String reason) {
    return new Refusal(
        node.name(),
        node.op().label(),
        node.rows() == 1 ? 0 : perRow,
        Shown.NOT_AT_ALL,
        reason,
        List.of(""));
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
    long row = perRow == 0 ? -1 : position / perRow;
    return new InvalidValue(node, op, row, before + text(value) + end);
  }

  private String text(long value) {
    return switch (shown) {
      case INTEGER -> Long.toString(value);
      case FLOAT -> Float.toString(Float.intBitsToFloat((int) value));
      case NOT_AT_ALL -> "";
    };
  }
}
