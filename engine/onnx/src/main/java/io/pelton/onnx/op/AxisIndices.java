package io.pelton.onnx.op;

import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.IndexOp.BindLength;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/**
 * Takes an axis's elements by indices that are computed, for operators whose lengths may be known
 * only when the model runs. Numbers are I64 scalars.
 */
final class AxisIndices {
  /** Axes that a computed number makes longer are refused: it must not fill the memory. */
  static final long LONGEST = 1L << 24;

  private final OnnxNode node;
  private final Steps steps;

  AxisIndices(OnnxNode node) {
    this.node = node;
    this.steps = new Steps(node);
  }

  ValueId number(long number) {
    return node.constant("number", Tensor.of(new long[] {number}));
  }

  /** A number of a list. */
  ValueId element(ValueId list, long index) {
    return steps.apply(new Gather(0), list, number(index));
  }

  /**
   * @param axis possibly negative
   */
  ValueId lengthOf(ValueId x, int axis) {
    long end = axis == -1 ? Long.MAX_VALUE : axis + 1L;
    return element(steps.apply(new ShapeOf(axis, end), x), 0);
  }

  ValueId add(ValueId x, ValueId y) {
    return steps.binary(OpKind.ADD, x, y);
  }

  ValueId subtract(ValueId x, ValueId y) {
    return steps.binary(OpKind.SUB, x, y);
  }

  /** The remainder, which is not negative, by a number above 0. */
  ValueId remainder(ValueId x, ValueId by) {
    ValueId first = subtract(x, steps.binary(OpKind.MUL, steps.binary(OpKind.DIV, x, by), by));
    return steps.where(steps.binary(OpKind.LESS, first, number(0)), add(first, by), first);
  }

  /** A computed number as a length. */
  Extent extent(ValueId length) {
    Optional<Extent> known =
        node.integers(length)
            .filter(list -> list.size() == 1)
            .map(list -> list.get(0))
            .filter(DynScalar::isConstant)
            .flatMap(DynScalar::asExtent);
    if (known.isPresent()) {
      node.support(
          known.get().max() <= LONGEST,
          "a computed length of " + known.get().max() + " is not supported");
      return known.get();
    }
    SymbolId symbol = node.freshSymbol();
    steps.apply(new BindLength(symbol, LONGEST), length);
    return Extent.symbolic(symbol);
  }

  /** From 0 to below a length. */
  ValueId upTo(ValueId length) {
    return steps.apply(new Iota(DType.I64, Shape.of(extent(length)), 0));
  }

  ValueId pick(ValueId x, int axis, ValueId indices) {
    return steps.apply(new Gather(axis), x, indices);
  }

  /**
   * @param value a scalar that stands where an index is outside of the axis
   */
  ValueId pickOr(ValueId x, int axis, ValueId indices, ValueId value) {
    ValueId length = lengthOf(x, axis);
    ValueId isWithin =
        steps.binary(
            OpKind.AND,
            steps.binary(OpKind.GREATER_OR_EQUAL, indices, number(0)),
            steps.binary(OpKind.LESS, indices, length));
    ValueId shape =
        steps.concat(
            0,
            List.of(
                steps.apply(new ShapeOf(0, axis), x),
                node.constant("one", 1),
                steps.apply(new ShapeOf(axis + 1L, Long.MAX_VALUE), x)));
    ValueId longer = steps.concat(axis, List.of(x, steps.expand(value, shape)));
    return pick(longer, axis, steps.where(isWithin, indices, length));
  }
}
