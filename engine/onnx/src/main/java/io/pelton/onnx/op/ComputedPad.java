package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.IndexOp.Combination;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Extent;
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
    Shape given = node.tensor(axes.isAbsent() ? pads : axes).shape();
    node.support(
        given.isRanked() && given.rank() == 1 && given.isFixed(),
        "needs a known number of axes to pad");
    Extent listed = given.extent(0);
    long count = axes.isAbsent() ? listed.max() / 2 : listed.max();
    Shape sides = node.tensor(pads).shape();
    node.check(
        (!axes.isAbsent() || count == rank)
            && (!sides.isFixed() || sides.equals(Shape.fixed(2 * count))),
        "pads are " + sides + " but should be " + Shape.fixed(2 * count));
    ValueId before = spread(steps.slice(pads, 0, 0, count), axes, rank);
    ValueId after = spread(steps.slice(pads, 0, count, 2 * count), axes, rank);
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

  /** One axis. */
  ValueId pad(ValueId x, int axis, ValueId before, ValueId after, ValueId value) {
    ValueId length = indices.lengthOf(x, axis);
    ValueId total = indices.add(indices.add(length, before), after);
    ValueId places = indices.subtract(indices.upTo(total), before);
    ValueId last = indices.subtract(length, indices.number(1));
    return switch (mode) {
      case "constant" -> indices.pickOr(x, axis, places, value);
      case "edge" ->
          indices.pick(x, axis, steps.apply(new Clip(), places, indices.number(0), last));
      case "wrap" -> indices.pick(x, axis, indices.remainder(places, length));
      case "reflect" -> indices.pick(x, axis, reflected(places, length, last));
      default -> throw node.invalid("'mode' is '" + mode + "'");
    };
  }

  /** Forth and back again, without the ends twice. */
  private ValueId reflected(ValueId places, ValueId length, ValueId last) {
    ValueId turn = steps.binary(OpKind.MAX, indices.add(last, last), indices.number(1));
    ValueId place = indices.remainder(places, turn);
    return steps.where(
        steps.binary(OpKind.LESS, place, length), place, indices.subtract(turn, place));
  }
}
