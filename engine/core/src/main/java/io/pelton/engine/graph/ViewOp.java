package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import java.util.stream.IntStream;

/** Ops that move no bytes: the output has operand 0's elements under another layout. */
public sealed interface ViewOp extends Op {
  @Override
  default List<DType> dtypes(Inference in) {
    return List.of(in.dtype(0));
  }

  @Override
  default boolean isView() {
    return true;
  }

  private static boolean keepsRows(Inference in, Shape output) {
    Extent rows = in.shape(0).extent(0);
    return output.rank() > 0 && output.extent(0).sameAs(rows);
  }

  /** The same elements in the same order, under other lengths. */
  sealed interface Regrouping extends ViewOp {
    @Override
    default Optional<Layout> view(Inference in, Layout operand) {
      return operand.reshape(shapes(in).get(0).maxDims());
    }

    @Override
    default boolean isRowwise(Inference in) {
      return keepsRows(in, shapes(in).get(0));
    }
  }

  /**
   * Operands: data, target shape (plan time), where one -1 is computed and 0 copies (unless {@code
   * allowZero}).
   */
  record Reshape(boolean allowZero) implements Regrouping {
    @Override
    public OpKind kind() {
      return OpKind.RESHAPE;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Optional<List<DynScalar>> target = in.integers(1);
      if (target.isPresent()) {
        return List.of(ReshapeRule.apply(in, in.shape(0), target.get(), allowZero));
      }
      Shape shape = in.shape(1);
      if (shape.rank() != 1 || !shape.isFixed()) {
        return List.of(Shape.UNRANKED);
      }
      return List.of(
          Shape.of(
              IntStream.range(0, (int) shape.extent(0).max())
                  .mapToObj(axis -> in.unknown(Extent.UNBOUNDED))
                  .toList()));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return in.integers(0);
    }
  }

  /** To a matrix: the axes before {@code axis} become rows, the others columns. */
  record Flatten(int axis) implements Regrouping {
    @Override
    public OpKind kind() {
      return OpKind.FLATTEN;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = in.shape(0).extents();
      int split = axis == extents.size() ? axis : in.axis(axis, Math.max(extents.size(), 1));
      return List.of(
          Shape.of(
              ReshapeRule.product(in, extents.subList(0, split)),
              ReshapeRule.product(in, extents.subList(split, extents.size()))));
    }
  }

  /**
   * Operands: data, then optionally the axes (plan time) of length 1 to drop; all such axes by
   * default.
   */
  record Squeeze() implements Regrouping {
    @Override
    public OpKind kind() {
      return OpKind.SQUEEZE;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape data = in.shape(0);
      boolean[] dropped = new boolean[data.rank()];
      if (in.has(1)) {
        Optional<long[]> axes = in.fixedIntegers(1);
        if (axes.isEmpty()) {
          return List.of(Shape.UNRANKED);
        }
        for (long axis : axes.get()) {
          int at = in.axis(axis, data.rank());
          in.check(
              !data.extent(at).isFixed() || data.extent(at).max() == 1,
              "axis " + axis + " of " + data + " should have length 1");
          dropped[at] = true;
        }
      } else if (!data.isFixed()) {
        return List.of(Shape.UNRANKED);
      } else {
        for (int axis = 0; axis < data.rank(); axis++) {
          dropped[axis] = data.extent(axis).isFixed() && data.extent(axis).max() == 1;
        }
      }
      return List.of(
          Shape.of(
              IntStream.range(0, data.rank())
                  .filter(axis -> !dropped[axis])
                  .mapToObj(data::extent)
                  .toList()));
    }

    /** Without axes, a batch of one row would lose its row axis and others not. */
    @Override
    public boolean isRowwise(Inference in) {
      return in.has(1) && keepsRows(in, shapes(in).get(0));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return in.integers(0);
    }
  }

  /** Operands: data, axes of the output (plan time) at which axes of length 1 are inserted. */
  record Unsqueeze() implements Regrouping {
    @Override
    public OpKind kind() {
      return OpKind.UNSQUEEZE;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Optional<long[]> axes = in.fixedIntegers(1);
      if (axes.isEmpty()) {
        return List.of(Shape.UNRANKED);
      }
      Extent[] extents = new Extent[in.shape(0).rank() + axes.get().length];
      for (long axis : axes.get()) {
        int at = in.axis(axis, extents.length);
        in.check(extents[at] == null, "axis " + axis + " is given twice");
        extents[at] = Extent.fixed(1);
      }
      int from = 0;
      for (int at = 0; at < extents.length; at++) {
        if (extents[at] == null) {
          extents[at] = in.shape(0).extent(from++);
        }
      }
      return List.of(Shape.of(extents));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return in.shape(0).rank() == 0 ? in.integers(0) : Optional.empty();
    }
  }

  /** Axes in another order; an empty {@code order} reverses them. */
  record Transpose(List<Integer> order) implements ViewOp {
    public Transpose {
      order = List.copyOf(order);
    }

    @Override
    public OpKind kind() {
      return OpKind.TRANSPOSE;
    }

    private int[] order(Inference in) {
      int rank = in.shape(0).rank();
      int[] axes =
          order.isEmpty()
              ? IntStream.range(0, rank).map(axis -> rank - 1 - axis).toArray()
              : order.stream().mapToInt(axis -> in.axis(axis, rank)).toArray();
      in.check(
          axes.length == rank && IntStream.of(axes).distinct().count() == rank,
          "perm " + order + " is no permutation of the axes of " + in.shape(0));
      return axes;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(Shape.of(IntStream.of(order(in)).mapToObj(in.shape(0)::extent).toList()));
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return Optional.of(operand.permute(order(in)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return order(in)[0] == 0;
    }
  }

  /**
   * Operands: data, target shape (plan time). Both broadcast to the output, so that a length of 1
   * in the target keeps the data's; stretched axes have stride 0.
   */
  record Expand() implements ViewOp {
    @Override
    public OpKind kind() {
      return OpKind.EXPAND;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(ExpandRule.shape(in));
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return Optional.of(operand.broadcastTo(shapes(in).get(0).maxDims()));
    }

    @Override
    public boolean isRowwise(Inference in) {
      Shape output = shapes(in).get(0);
      return output.rank() == in.shape(0).rank() && keepsRows(in, output);
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return ExpandRule.integers(in);
    }
  }

  /**
   * Operands: data, starts, ends, then optionally axes and steps; all but the data at plan time.
   */
  record Slice() implements ViewOp {
    @Override
    public OpKind kind() {
      return OpKind.SLICE;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand > 0;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(SliceRule.shape(in));
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return SliceRule.view(in, operand);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return keepsRows(in, shapes(in).get(0));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return SliceRule.integers(in);
    }
  }

  /**
   * A run of indices along one axis: what the first {@code count} columns, or a cache's first keys,
   * are. The range lies within the axis.
   *
   * @param axis possibly negative
   * @param start index of the first that is kept
   * @param length how many are kept
   */
  record Narrow(int axis, DynScalar start, DynScalar length) implements ViewOp {
    public Narrow {
      Objects.requireNonNull(start);
      Objects.requireNonNull(length);
    }

    /** The first of an axis. */
    public Narrow(int axis, DynScalar length) {
      this(axis, DynScalar.of(0), length);
    }

    @Override
    public OpKind kind() {
      return OpKind.NARROW;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(NarrowRule.shape(in, this));
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      in.check(symbols().isEmpty(), "symbols " + symbols() + " should stand for numbers by now");
      int at = in.axis(axis, operand.rank());
      return Optional.of(operand.slice(at, start.constant(), length.constant(), 1));
    }

    @Override
    public List<Extent> symbolicExtents() {
      List<Extent> extents = new ArrayList<>(start.symbolicExtents());
      extents.addAll(length.symbolicExtents());
      return extents;
    }

    @Override
    public Op bind(Function<SymbolId, OptionalLong> lengths) {
      return new Narrow(axis, start.bind(lengths), length.bind(lengths));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return keepsRows(in, shapes(in).get(0));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      boolean isList = in.shape(0).rank() == 1 && symbols().isEmpty();
      return isList
          ? in.integers(0)
              .map(
                  all ->
                      all.subList(
                          (int) start.constant(), (int) (start.constant() + length.constant())))
          : Optional.empty();
    }
  }
}
