package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Ops that combine the elements along axes. */
public sealed interface ReduceOp extends Op {
  /**
   * REDUCE_SUM, REDUCE_MEAN, REDUCE_MAX, REDUCE_MIN and REDUCE_PROD. Operands: data, then
   * optionally the axes (integers, known at plan time). Without axes all are reduced, or none if
   * {@code noopWithEmptyAxes}. The largest and the smallest of elements with a NaN among them are
   * NaN; of no elements they are the dtype's smallest and largest value, infinities where it has
   * them.
   */
  record Reduce(OpKind kind, boolean keepDims, boolean noopWithEmptyAxes) implements ReduceOp {
    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isNumeric(), "is not defined for " + in.dtype(0));
      return List.of(in.dtype(0));
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    /** For each axis of the data, whether it is reduced; empty where the axes are not known yet. */
    public Optional<boolean[]> reducedAxes(Inference in) {
      int rank = in.shape(0).rank();
      Optional<long[]> axes = in.has(1) ? in.fixedIntegers(1) : Optional.of(new long[0]);
      return axes.map(
          given -> {
            boolean[] reduced = new boolean[rank];
            Arrays.fill(reduced, given.length == 0 && !noopWithEmptyAxes);
            for (long axis : given) {
              reduced[in.axis(axis, rank)] = true;
            }
            return reduced;
          });
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape data = in.shape(0);
      Optional<boolean[]> reduced = reducedAxes(in);
      if (reduced.isEmpty()) {
        return List.of(keepDims ? unknownLike(in, data) : Shape.UNRANKED);
      }
      List<Extent> extents = new ArrayList<>();
      for (int axis = 0; axis < data.rank(); axis++) {
        if (!reduced.get()[axis]) {
          extents.add(data.extent(axis));
        } else if (keepDims) {
          extents.add(Extent.fixed(1));
        }
      }
      return List.of(Shape.of(extents));
    }

    private static Shape unknownLike(Inference in, Shape data) {
      return Shape.of(data.extents().stream().map(extent -> in.unknown(extent.max())).toList());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return reducedAxes(in).map(reduced -> !reduced[0]).orElse(false);
    }
  }

  /**
   * CUM_SUM and CUM_PROD, as ai.onnx defines them: each element becomes the sum or the product of
   * all up to it along an axis, in their order. Operands: data, then the axis (I32 or I64, one
   * number, known at plan time). Floats below 32 bits are summed in float32; integers wrap.
   *
   * @param isExclusive the element itself is left out, so that the first result is 0 or 1
   * @param isReverse from the axis's end on
   */
  record Cumulate(OpKind kind, boolean isExclusive, boolean isReverse) implements ReduceOp {
    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          kind == OpKind.CUM_SUM || kind == OpKind.CUM_PROD, kind + " is no cumulative operation");
      in.check(in.dtype(0).isNumeric(), "is not defined for " + in.dtype(0));
      DType axis = in.dtype(1);
      in.check(
          axis == DType.I32 || axis == DType.I64, "the axis should be I32 or I64 but is " + axis);
      return List.of(in.dtype(0));
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    /** Counted from the front; empty where it is not known yet. */
    public OptionalInt axis(Inference in) {
      Optional<long[]> given = in.fixedIntegers(1);
      if (given.isEmpty()) {
        return OptionalInt.empty();
      }
      in.check(given.get().length == 1, "the axis should be one number");
      return OptionalInt.of(in.axis(given.get()[0], in.shape(0).rank()));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      axis(in);
      return List.of(in.shape(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return axis(in).orElse(0) != 0;
    }
  }

  /** The index of the largest element along an axis, as I64. NaN counts as largest. */
  record ArgMax(int axis, boolean keepDims, boolean selectLast) implements ReduceOp {
    @Override
    public OpKind kind() {
      return OpKind.ARG_MAX;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isNumeric(), "is not defined for " + in.dtype(0));
      return List.of(DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      int reduced = in.axis(axis, extents.size());
      if (keepDims) {
        extents.set(reduced, Extent.fixed(1));
      } else {
        extents.remove(reduced);
      }
      return List.of(Shape.of(extents));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.axis(axis, in.shape(0).rank()) != 0;
    }
  }

  /**
   * The {@code k} largest or smallest elements along an axis, and their indices, as ai.onnx's TopK
   * defines it. Operands: data, then k (I64[1], known at plan time). Outputs: the elements, in
   * descending order or, of the smallest, in ascending one, then their indices (I64). Of equal
   * elements the one with the lower index comes first. NaN counts as largest.
   *
   * @param sorted false for the order of the indices
   */
  record TopK(int axis, boolean largest, boolean sorted) implements ReduceOp {
    @Override
    public OpKind kind() {
      return OpKind.TOP_K;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isNumeric(), "is not defined for " + in.dtype(0));
      in.check(in.dtype(1) == DType.I64, "k should be I64 but is " + in.dtype(1));
      return List.of(in.dtype(0), DType.I64);
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == 1;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      int along = in.axis(axis, extents.size());
      Extent length = extents.get(along);
      Optional<long[]> k = in.fixedIntegers(1);
      k.ifPresent(given -> check(in, given, length));
      extents.set(
          along, k.map(given -> Extent.fixed(given[0])).orElseGet(() -> in.unknown(length.max())));
      return List.of(Shape.of(extents), Shape.of(extents));
    }

    private static void check(Inference in, long[] k, Extent length) {
      in.check(k.length == 1, "k should be one number but is " + Arrays.toString(k));
      in.check(
          k[0] >= 0 && (!length.isFixed() || k[0] <= length.max()),
          "k is " + k[0] + " but should be within 0 and the axis's length, " + length);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.axis(axis, in.shape(0).rank()) != 0;
    }
  }

  /**
   * Exponentials that sum to 1.
   *
   * @param axis where the sum runs
   * @param flatten sum over {@code axis} and every axis after it, as ai.onnx did before version 13
   */
  record Softmax(int axis, boolean flatten) implements ReduceOp {
    @Override
    public OpKind kind() {
      return OpKind.SOFTMAX;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      in.axis(axis, Math.max(in.shape(0).rank(), 1));
      return List.of(in.shape(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.axis(axis, in.shape(0).rank()) != 0;
    }
  }
}
