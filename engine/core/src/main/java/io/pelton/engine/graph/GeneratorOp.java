package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;

/** Ops without operands, whose type is an attribute. */
public sealed interface GeneratorOp extends Op {
  DType dtype();

  /** May have symbolic extents, which {@link #bind} replaces. */
  Shape shape();

  @Override
  default List<Shape> shapes(Inference in) {
    in.check(in.count() == 0, "takes no operands but has " + in.count());
    in.check(shape().isRanked(), "the rank of the shape should be known");
    return List.of(shape());
  }

  @Override
  default List<Extent> symbolicExtents() {
    return shape().isRanked()
        ? shape().extents().stream().filter(extent -> !extent.isFixed()).toList()
        : List.of();
  }

  private static Shape bind(Shape shape, Function<SymbolId, OptionalLong> lengths) {
    return shape.isRanked()
        ? Shape.of(shape.extents().stream().map(extent -> bind(extent, lengths)).toList())
        : shape;
  }

  private static Extent bind(Extent extent, Function<SymbolId, OptionalLong> lengths) {
    OptionalLong length = extent.isFixed() ? OptionalLong.empty() : lengths.apply(extent.symbol());
    return length.isPresent() ? Extent.fixed(length.getAsLong()) : extent;
  }

  /**
   * Each element is its index along an axis.
   *
   * @param dtype a number; integers keep the index's low bits
   * @param axis possibly negative
   */
  record Iota(DType dtype, Shape shape, int axis) implements GeneratorOp {
    @Override
    public OpKind kind() {
      return OpKind.IOTA;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(dtype.isNumeric(), "is not defined for " + dtype);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Shape> shapes = GeneratorOp.super.shapes(in);
      in.axis(axis, shape.rank());
      return shapes;
    }

    @Override
    public Op bind(Function<SymbolId, OptionalLong> lengths) {
      return new Iota(dtype, GeneratorOp.bind(shape, lengths), axis);
    }
  }

  /** Memory whose contents are not specified, for destructive ops to fill. */
  record Alloc(DType dtype, Shape shape) implements GeneratorOp {
    @Override
    public OpKind kind() {
      return OpKind.ALLOC;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(dtype != DType.STRING, "strings can't be written in place");
      return List.of(dtype);
    }

    @Override
    public Op bind(Function<SymbolId, OptionalLong> lengths) {
      return new Alloc(dtype, GeneratorOp.bind(shape, lengths));
    }
  }
}
