package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Pad by numbers that are known only when the model runs: each axis is gathered by indices. */
final class ComputedPad {
  private final OnnxNode node;
  private final Steps steps;
  private final AxisIndices indices;
  private final String mode;

  /**
   * @param mode constant, edge, reflect or wrap
   */
  ComputedPad(OnnxNode node, String mode) {
    this.node = node;
    this.steps = new Steps(node);
    this.indices = new AxisIndices(node);
    this.mode = mode;
  }

  /**
   * @param pads before each of the axes, then after each
   * @param axes a list, or absent for all axes in order
   * @param value a scalar of the input's dtype
   */
  List<ValueId> pad(ValueId pads, ValueId axes, ValueId value) {
    int rank = node.rank(0);
    Shape given = node.tensor(pads).shape();
    node.support(given.isRanked(), "needs pads with a known number of axes");
    Shape listed = axes.isAbsent() ? Shape.fixed(rank) : node.tensor(axes).shape();
    node.check(
        given.rank() == 1 && listed.isRanked() && listed.rank() == 1,
        "pads and axes should be lists but are " + given + " and " + listed);
    node.check(
        !given.isFixed()
            || !listed.isFixed()
            || given.extent(0).max() == 2 * listed.extent(0).max(),
        "pads are " + given + " but should be two for each of " + listed + " axes");
    ValueId shape = node.constant("sides", 2, axes.isAbsent() ? rank : -1);
    ValueId sides = steps.apply(new Reshape(false), pads, shape);
    ValueId before = spread(indices.element(sides, 0), axes, rank);
    ValueId after = spread(indices.element(sides, 1), axes, rank);
    ValueId padded = node.operand(0);
    for (int axis = 0; axis < rank; axis++) {
      ValueId first = indices.element(before, axis);
      ValueId last = indices.element(after, axis);
      padded = pad(padded, axis, first, last, value);
    }
    return List.of(padded);
  }

  /** A number for every axis, 0 for those that are not listed. */
  private ValueId spread(ValueId numbers, ValueId axes, int rank) {
    return axes.isAbsent()
        ? numbers
        : steps.apply(
            new ScatterElements(0, Combination.REPLACE),
            node.constant("none", new long[rank]),
            axes,
            numbers);
  }

  /**
   * One axis. What negative pads cut off, at most all there is, counts for nothing in the rest.
   *
   * @param before a number, as {@code after}
   */
  ValueId pad(ValueId x, int axis, ValueId before, ValueId after, ValueId value) {
    ValueId length = indices.lengthOf(x, axis);
    ValueId start = positive(before);
    ValueId cut = indices.subtract(start, before);
    ValueId rest = positive(indices.subtract(length, indices.add(cut, cutBehind(after))));
    ValueId total = indices.add(indices.add(start, rest), positive(after));
    ValueId places = indices.subtract(indices.upTo(total), start);
    ValueId last = indices.subtract(rest, indices.number(1));
    return switch (mode) {
      case "constant" -> indices.pickOr(x, axis, within(places, rest, cut), value);
      case "edge" ->
          pick(x, axis, steps.apply(new Clip(), places, indices.number(0), last), rest, cut);
      case "wrap" -> pick(x, axis, indices.remainder(places, atLeast(1, rest)), rest, cut);
      case "reflect" -> pick(x, axis, reflected(places, rest, last), rest, cut);
      default -> throw node.invalid("'mode' is '" + mode + "'");
    };
  }

  private ValueId atLeast(long least, ValueId number) {
    return steps.binary(OpKind.MAX, number, indices.number(least));
  }

  private ValueId positive(ValueId number) {
    return atLeast(0, number);
  }

  private ValueId cutBehind(ValueId after) {
    return indices.subtract(positive(after), after);
  }

  /** Places of the rest as indices, and -1 for those outside of it. */
  private ValueId within(ValueId places, ValueId rest, ValueId cut) {
    ValueId isWithin =
        steps.binary(
            OpKind.AND,
            steps.binary(OpKind.GREATER_OR_EQUAL, places, indices.number(0)),
            steps.binary(OpKind.LESS, places, rest));
    return steps.where(isWithin, indices.add(places, cut), indices.number(-1));
  }

  /** An empty rest has nothing to pad with: the index behind the axis is refused. */
  private ValueId pick(ValueId x, int axis, ValueId places, ValueId rest, ValueId cut) {
    ValueId hasAny = steps.binary(OpKind.GREATER, rest, indices.number(0));
    ValueId index = indices.add(places, cut);
    return indices.pick(x, axis, steps.where(hasAny, index, indices.lengthOf(x, axis)));
  }

  /** Forth and back again, without the ends twice. */
  private ValueId reflected(ValueId places, ValueId length, ValueId last) {
    ValueId turn = atLeast(1, indices.add(last, last));
    ValueId place = indices.remainder(places, turn);
    return steps.where(
        steps.binary(OpKind.LESS, place, length), place, indices.subtract(turn, place));
  }
}
