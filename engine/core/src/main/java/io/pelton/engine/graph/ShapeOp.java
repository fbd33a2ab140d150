package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/** Ops that move elements, or ask for their number, and never compute with them. */
public sealed interface ShapeOp extends Op {
  @Override
  default List<DType> dtypes(Inference in) {
    return List.of(in.dtype(0));
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

  /**
   * The same elements in memory of their own, contiguous.
   *
   * @param target the device where they go; null where they stay in host memory
   */
  record Copy(DeviceId target) implements ShapeOp {
    /** Packs a view, or memory of another space. */
    public Copy() {
      this(null);
    }

    @Override
    public OpKind kind() {
      return OpKind.COPY;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(in.shape(0));
    }
  }

  /**
   * Where the operand, of numbers or booleans, is not zero; NaN is not zero. Slot 0: I64 [rank,
   * capacity], one column of indices an element in row-major order, zeros beyond the count; slot 1:
   * I64 scalar, the count. The capacity is the operand's number of elements.
   *
   * @param count stands for the count once the node has run
   */
  record NonZeroIndices(SymbolId count) implements ShapeOp {
    public NonZeroIndices {
      Objects.requireNonNull(count);
    }

    @Override
    public Map<Integer, SymbolId> produces() {
      return Map.of(1, count);
    }

    @Override
    public OpKind kind() {
      return OpKind.NON_ZERO_INDICES;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype.isNumeric() || dtype == DType.BOOL, "is not defined for " + dtype);
      return List.of(DType.I64, DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape data = in.shape(0);
      boolean isBounded = data.extents().stream().allMatch(e -> e.max() != Extent.UNBOUNDED);
      long most = isBounded ? Layout.elements(data.maxDims()) : Extent.UNBOUNDED;
      // an upper bound is not what a run has
      Extent capacity = data.isFixed() ? Extent.fixed(most) : in.unknown(most);
      return List.of(Shape.of(Extent.fixed(data.rank()), capacity), Shape.scalar());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }
}
