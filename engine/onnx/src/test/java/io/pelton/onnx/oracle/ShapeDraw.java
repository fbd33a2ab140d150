package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.oracle.NetworkDraw.node;

import io.pelton.onnx.oracle.NetworkDraw.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;

/** Draws operators that rearrange elements, in the form that the opset wants. */
final class ShapeDraw {
  private final Draw draw;
  private final Pipeline pipeline;

  ShapeDraw(Draw draw, Pipeline pipeline) {
    this.draw = draw;
    this.pipeline = pipeline;
  }

  /**
   * Adds an operator on {@code x}.
   *
   * @param others what else there is
   */
  Node draw(Node x, List<Node> others) {
    return switch (draw.below(8)) {
      case 0 -> slice(x);
      case 1 -> gather(x);
      case 2 -> x.rank() == 2 ? unsqueeze(x) : transpose(x);
      case 3 -> x.rank() == 2 ? split(x) : flatten(x);
      case 4 -> x.rank() == 2 ? gather(x) : squeeze(x);
      case 5 -> x.rank() == 2 ? slice(x) : reshapeByShape(x);
      default -> concat(x, others);
    };
  }

  private Node slice(Node x) {
    int length = x.last();
    int axis = x.rank() - 1;
    int start = draw.below(length);
    int end = draw.between(start + 1, length);
    if (pipeline.opset() < 10) {
      String name =
          pipeline.add(
              "Slice",
              x.name(),
              integers("starts", start),
              integers("ends", end == length ? Integer.MAX_VALUE : end),
              integers("axes", axis));
      return node(x, x.dtype(), resized(x, end - start), name);
    }
    boolean backwards = draw.chance(0.3);
    int step = draw.between(1, 2);
    int count = (end - start + step - 1) / step;
    String bounds =
        backwards
            ? pipeline.constant(end - 1)
                + ","
                + pipeline.constant(start == 0 ? Long.MIN_VALUE : start - 1)
            : pipeline.constant(start) + "," + pipeline.constant(end);
    String inputs =
        x.name()
            + ","
            + bounds
            + ","
            + pipeline.constant(axis)
            + ","
            + pipeline.constant(backwards ? -step : step);
    return node(x, x.dtype(), resized(x, count), pipeline.add("Slice", inputs));
  }

  private static List<Integer> resized(Node x, int last) {
    List<Integer> tail = new ArrayList<>(x.tail());
    tail.set(tail.size() - 1, last);
    return tail;
  }

  private Node gather(Node x) {
    int count = draw.between(1, 5);
    int least = pipeline.opset() >= 11 ? -x.last() : 0;
    long[] indices =
        LongStream.generate(() -> draw.between(least, x.last() - 1)).limit(count).toArray();
    return node(
        x,
        x.dtype(),
        resized(x, count),
        pipeline.add(
            "Gather", x.name() + "," + pipeline.constant(indices), integer("axis", x.rank() - 1)));
  }

  private Node transpose(Node x) {
    return node(
        x,
        x.dtype(),
        List.of(x.tail().get(1), x.tail().get(0)),
        pipeline.add("Transpose", x.name(), integers("perm", 0, 2, 1)));
  }

  private Node unsqueeze(Node x) {
    int axis = draw.between(1, 2);
    List<Integer> tail = new ArrayList<>(x.tail());
    tail.add(axis - 1, 1);
    return node(x, x.dtype(), tail, byAxes("Unsqueeze", x, axis));
  }

  private Node squeeze(Node x) {
    int axis = x.tail().indexOf(1);
    if (axis < 0) {
      return flatten(x);
    }
    List<Integer> tail = new ArrayList<>(x.tail());
    tail.remove(axis);
    return node(x, x.dtype(), tail, byAxes("Squeeze", x, axis + 1));
  }

  private String byAxes(String op, Node x, int axis) {
    return pipeline.opset() >= 13
        ? pipeline.add(op, x.name() + "," + pipeline.constant(axis))
        : pipeline.add(op, x.name(), integers("axes", axis));
  }

  private Node split(Node x) {
    int rows = x.last() % 2 == 0 ? 2 : 1;
    String shape =
        draw.chance(0.5)
            ? pipeline.constant(-1, rows, x.last() / rows)
            : pipeline.constant(0, rows, x.last() / rows);
    return node(
        x,
        x.dtype(),
        List.of(rows, x.last() / rows),
        pipeline.add("Reshape", x.name() + "," + shape));
  }

  private Node flatten(Node x) {
    return node(
        x, x.dtype(), List.of(x.width()), pipeline.add("Flatten", x.name(), integer("axis", 1)));
  }

  /** As exporters write it: the first length is taken from the value's own shape. */
  private Node reshapeByShape(Node x) {
    String shape = pipeline.add("Shape", x.name());
    String rows = pipeline.add("Gather", shape + "," + pipeline.constant(0L), integer("axis", 0));
    String target = pipeline.add("Concat", rows + "," + pipeline.constant(-1L), integer("axis", 0));
    // without rows, the length -1 stands for would be open
    String fixed =
        pipeline.add("Concat", rows + "," + pipeline.constant(x.width()), integer("axis", 0));
    return node(
        x,
        x.dtype(),
        List.of(x.width()),
        pipeline.add("Reshape", x.name() + "," + (draw.chance(0.2) ? target : fixed)));
  }

  private Node concat(Node x, List<Node> others) {
    List<Node> alike =
        others.stream()
            .filter(
                other ->
                    other.dtype() == x.dtype()
                        && other.rank() == x.rank()
                        && other
                            .tail()
                            .subList(0, other.tail().size() - 1)
                            .equals(x.tail().subList(0, x.tail().size() - 1)))
            .toList();
    Node other = draw.one(alike);
    if (x.last() + other.last() > 24) {
      return slice(x);
    }
    return new Node(
        pipeline.add("Concat", x.name() + "," + other.name(), integer("axis", x.rank() - 1)),
        x.dtype(),
        resized(x, x.last() + other.last()),
        x.exact() && other.exact());
  }
}
