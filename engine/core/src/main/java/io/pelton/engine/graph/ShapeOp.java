package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** Ops that rearrange elements and never compute with them. */
public sealed interface ShapeOp extends Op {
  @Override
  default List<DType> dtypes(Inference in) {
    return List.of(in.dtype(0));
  }

  /** Views whose output has the same elements in the same order. */
  private static Optional<Layout> regroup(Inference in, ShapeOp op, Layout operand) {
    return operand.reshape(op.shapes(in).get(0).maxDims());
  }

  private static boolean keepsRows(Inference in, Shape output) {
    Extent rows = in.shape(0).extent(0);
    return output.rank() > 0 && output.extent(0).sameAs(rows);
  }

  /** The lengths from axis {@code start} to before {@code end}, both possibly negative, as I64. */
  record ShapeOf(long start, long end) implements ShapeOp {
    @Override
    public OpKind kind() {
      return OpKind.SHAPE;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.tensor(0);
      return List.of(DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(Shape.fixed(selected(in).size()));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return Optional.of(selected(in).stream().map(DynScalar::of).toList());
    }

    private List<Extent> selected(Inference in) {
      List<Extent> extents = in.shape(0).extents();
      int from = clamp(start, extents.size());
      return extents.subList(from, Math.max(from, clamp(end, extents.size())));
    }

    private static int clamp(long axis, int rank) {
      return (int) Math.max(0, Math.min(axis < 0 ? axis + rank : axis, rank));
    }
  }

  /**
   * Operands: data, target shape (plan time), where one -1 is computed and 0 copies (unless {@code
   * allowZero}).
   */
  record Reshape(boolean allowZero) implements ShapeOp {
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
    public boolean isView() {
      return true;
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return regroup(in, this, operand);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return keepsRows(in, shapes(in).get(0));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return in.integers(0);
    }
  }

  /** To a matrix: the axes before {@code axis} become rows, the others columns. */
  record Flatten(int axis) implements ShapeOp {
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

    @Override
    public boolean isView() {
      return true;
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return regroup(in, this, operand);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return keepsRows(in, shapes(in).get(0));
    }
  }

  /**
   * Operands: data, then optionally the axes (plan time) of length 1 to drop; all such axes by
   * default.
   */
  record Squeeze() implements ShapeOp {
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
      } else if (!data.isFixed() && !in.hasRows(0)) {
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

    @Override
    public boolean isView() {
      return true;
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return regroup(in, this, operand);
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
  record Unsqueeze() implements ShapeOp {
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
    public boolean isView() {
      return true;
    }

    @Override
    public Optional<Layout> view(Inference in, Layout operand) {
      return regroup(in, this, operand);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return keepsRows(in, shapes(in).get(0));
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      return in.shape(0).rank() == 0 ? in.integers(0) : Optional.empty();
    }
  }

  /** Axes in another order; an empty {@code order} reverses them. */
  record Transpose(List<Integer> order) implements ShapeOp {
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
    public boolean isView() {
      return true;
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
   * Operands: data, starts, ends, then optionally axes and steps; all but the data at plan time.
   */
  record Slice() implements ShapeOp {
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
    public boolean isView() {
      return true;
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

  /** Joins the operands along an existing axis. */
  record Concat(int axis) implements ShapeOp {
    @Override
    public OpKind kind() {
      return OpKind.CONCAT;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      for (int operand = 1; operand < in.count(); operand++) {
        in.check(
            in.dtype(operand) == in.dtype(0),
            "operands should have one dtype but are " + in.dtype(0) + " and " + in.dtype(operand));
      }
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(ConcatRule.shape(in, axis));
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean allRows = IntStream.range(0, in.count()).allMatch(in::hasRows);
      return allRows && in.axis(axis, in.shape(0).rank()) != 0;
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      List<DynScalar> values = new ArrayList<>();
      for (int operand = 0; operand < in.count(); operand++) {
        Optional<List<DynScalar>> part = in.integers(operand);
        if (part.isEmpty() || in.shape(operand).rank() != 1) {
          return Optional.empty();
        }
        values.addAll(part.get());
      }
      return Optional.of(values);
    }
  }

  /** Operands: data, integer indices into one axis, possibly negative. */
  record Gather(int axis) implements ShapeOp {
    @Override
    public OpKind kind() {
      return OpKind.GATHER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType indices = in.dtype(1);
      in.check(
          indices == DType.I64 || indices == DType.I32,
          "indices should be I32 or I64 but are " + indices);
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> data = in.shape(0).extents();
      int at = in.axis(axis, data.size());
      List<Extent> extents = new ArrayList<>(data.subList(0, at));
      extents.addAll(in.shape(1).extents());
      extents.addAll(data.subList(at + 1, data.size()));
      return List.of(Shape.of(extents));
    }

    /**
     * Rows of the data stay where another axis is indexed; rows of indices stay where axis 0 is.
     */
    @Override
    public boolean isRowwise(Inference in) {
      boolean isOuter = in.axis(axis, in.shape(0).rank()) == 0;
      return isOuter ? !in.hasRows(0) : !in.hasRows(1);
    }

    @Override
    public Optional<List<DynScalar>> integers(Inference in) {
      Optional<List<DynScalar>> data = in.integers(0);
      Optional<long[]> indices = in.fixedIntegers(1);
      if (data.isEmpty() || indices.isEmpty() || in.shape(0).rank() != 1) {
        return Optional.empty();
      }
      List<DynScalar> values = new ArrayList<>();
      for (long index : indices.get()) {
        int length = data.get().size();
        in.check(
            index >= -length && index < length,
            "index " + index + " is outside of [" + -length + ", " + (length - 1) + "]");
        values.add(data.get().get((int) (index < 0 ? index + length : index)));
      }
      return Optional.of(values);
    }
  }

  /** Packs a view, or memory of another space, into contiguous memory; the planner inserts it. */
  record Copy() implements ShapeOp {
    @Override
    public OpKind kind() {
      return OpKind.COPY;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(in.shape(0));
    }
  }
}
