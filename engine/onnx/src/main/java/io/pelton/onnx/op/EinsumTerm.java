package io.pelton.onnx.op;

import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Slice;
import io.pelton.engine.graph.ViewOp.Squeeze;
import io.pelton.engine.tensor.Extent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * A factor of an Einsum, or the product of some.
 *
 * @param labels of the value's axes
 */
record EinsumTerm(OnnxNode node, ValueId value, List<Integer> labels) {
  /** No label: of an axis of length 1 that makes a matrix of a vector. */
  private static final int PADDING = 0;

  private Extent extent(int axis) {
    return node.tensor(value).shape().extent(axis);
  }

  private static boolean isOne(Extent extent) {
    return extent.isFixed() && extent.max() == 1;
  }

  private EinsumTerm with(ValueId newValue, List<Integer> newLabels) {
    return new EinsumTerm(node, newValue, newLabels);
  }

  /** The diagonals along axes of the same label. */
  EinsumTerm withoutRepeats() {
    for (int axis = 0; axis < labels.size(); axis++) {
      int other = labels.lastIndexOf(labels.get(axis));
      if (other > axis) {
        return diagonal(axis, other).withoutRepeats();
      }
    }
    return this;
  }

  /** Of the last two axes, laid in one, every element that is one row and one column on. */
  private EinsumTerm diagonal(int axis, int other) {
    Extent length = extent(axis);
    Extent otherLength = extent(other);
    node.support(length.isFixed() && otherLength.isFixed(), "diagonals need axes of fixed lengths");
    node.check(
        length.max() == otherLength.max(),
        "a letter repeats for lengths " + length + " and " + otherLength);
    Steps steps = new Steps(node);
    List<Integer> rest = new ArrayList<>(labels);
    rest.remove(other);
    rest.remove(axis);
    List<Integer> order =
        new ArrayList<>(
            IntStream.range(0, labels.size())
                .filter(i -> i != axis && i != other)
                .boxed()
                .toList());
    order.add(axis);
    order.add(other);
    long side = length.max();
    ValueId turned = steps.transpose(value, order.toArray(new Integer[0]));
    long[] target = new long[rest.size() + 1];
    target[rest.size()] = Math.multiplyExact(side, side);
    ValueId flat = steps.apply(new Reshape(false), turned, node.constant("shape", target));
    ValueId diagonal =
        steps.apply(
            new Slice(),
            flat,
            node.constant("starts", 0),
            node.constant("ends", side * side),
            node.constant("axes", rest.size()),
            node.constant("steps", side + 1));
    rest.add(labels.get(axis));
    return with(diagonal, rest);
  }

  List<Integer> labelsLongerThanOne() {
    return IntStream.range(0, labels.size())
        .filter(axis -> !isOne(extent(axis)))
        .mapToObj(labels::get)
        .toList();
  }

  /** Without axes of length 1 and of one of the labels. */
  EinsumTerm withoutOnes(Set<Integer> stretched) {
    long[] axes =
        IntStream.range(0, labels.size())
            .filter(axis -> isOne(extent(axis)) && stretched.contains(labels.get(axis)))
            .mapToLong(axis -> axis)
            .toArray();
    if (axes.length == 0) {
      return this;
    }
    ValueId squeezed = new Steps(node).apply(new Squeeze(), value, node.constant("axes", axes));
    return with(squeezed, without(axes));
  }

  private List<Integer> without(long... axes) {
    return IntStream.range(0, labels.size())
        .filter(axis -> Arrays.stream(axes).noneMatch(gone -> gone == axis))
        .mapToObj(labels::get)
        .toList();
  }

  /** The sum along axes of labels that are not needed. */
  EinsumTerm summed(Set<Integer> needed) {
    long[] axes =
        IntStream.range(0, labels.size())
            .filter(axis -> !needed.contains(labels.get(axis)))
            .mapToLong(axis -> axis)
            .toArray();
    if (axes.length == 0) {
      return this;
    }
    ValueId sum =
        new Steps(node).reduce(OpKind.REDUCE_SUM, false, value, node.constant("axes", axes));
    return with(sum, without(axes));
  }

  /** The value with its axes in the order of the labels, and axes of length 1 for what it lacks. */
  ValueId ordered(List<Integer> target) {
    Integer[] order =
        target.stream().filter(labels::contains).map(labels::indexOf).toArray(Integer[]::new);
    boolean isOrdered = IntStream.range(0, order.length).allMatch(i -> order[i] == i);
    Steps steps = new Steps(node);
    ValueId turned = isOrdered ? value : steps.transpose(value, order);
    long[] lacking =
        IntStream.range(0, target.size())
            .filter(axis -> !labels.contains(target.get(axis)))
            .mapToLong(axis -> axis)
            .toArray();
    return steps.unsqueeze(turned, lacking);
  }

  /**
   * The product with another term, summed along labels that both have and nobody needs. One of the
   * labels of each is the row or column of a matrix; the others, like those that both keep, count
   * matrices.
   */
  EinsumTerm times(EinsumTerm other, Set<Integer> needed) {
    List<Integer> shared = labels.stream().filter(other.labels::contains).toList();
    List<Integer> batch = shared.stream().filter(needed::contains).toList();
    List<Integer> inner = shared.stream().filter(label -> !needed.contains(label)).toList();
    List<Integer> own = labels.stream().filter(label -> !shared.contains(label)).toList();
    List<Integer> others = other.labels.stream().filter(label -> !shared.contains(label)).toList();
    Steps steps = new Steps(node);
    if (inner.isEmpty()) {
      List<Integer> result = joined(batch, own, others);
      return with(steps.binary(OpKind.MUL, ordered(result), other.ordered(result)), result);
    }
    List<Integer> outer = joined(batch, withoutLast(own), withoutLast(others));
    List<Integer> row = lastOrPadding(own);
    List<Integer> column = lastOrPadding(others);
    ValueId left = matrices(joined(outer, row), inner);
    ValueId right = other.matrices(joined(outer, column), inner);
    Integer[] swap = IntStream.range(0, outer.size() + 2).boxed().toArray(Integer[]::new);
    swap[outer.size()] = outer.size() + 1;
    swap[outer.size() + 1] = outer.size();
    ValueId product = steps.apply(new MatMul(), left, steps.transpose(right, swap));
    return with(product, joined(outer, row, column)).withoutPadding();
  }

  /** The value with the inner axes, the last ones, laid in one. */
  private ValueId matrices(List<Integer> outer, List<Integer> inner) {
    ValueId ordered = ordered(joined(outer, inner));
    if (inner.size() == 1) {
      return ordered;
    }
    List<Extent> lengths = inner.stream().map(label -> extent(labels.indexOf(label))).toList();
    long[] target = new long[outer.size() + 1];
    target[outer.size()] =
        lengths.stream().allMatch(Extent::isFixed)
            ? lengths.stream().mapToLong(Extent::max).reduce(1, Math::multiplyExact)
            : -1;
    return new Steps(node).apply(new Reshape(false), ordered, node.constant("shape", target));
  }

  private EinsumTerm withoutPadding() {
    long[] axes =
        IntStream.range(0, labels.size())
            .filter(axis -> labels.get(axis) == PADDING)
            .mapToLong(axis -> axis)
            .toArray();
    return axes.length == 0
        ? this
        : with(
            new Steps(node).apply(new Squeeze(), value, node.constant("axes", axes)),
            without(axes));
  }

  private static List<Integer> withoutLast(List<Integer> given) {
    return given.subList(0, Math.max(given.size() - 1, 0));
  }

  private static List<Integer> lastOrPadding(List<Integer> given) {
    return given.isEmpty() ? List.of(PADDING) : given.subList(given.size() - 1, given.size());
  }

  @SafeVarargs
  private static List<Integer> joined(List<Integer>... parts) {
    return Arrays.stream(parts).flatMap(List::stream).toList();
  }
}
