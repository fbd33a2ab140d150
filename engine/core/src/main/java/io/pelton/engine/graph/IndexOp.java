package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Ops that read or write elements where an operand of integers says, as ai.onnx defines them, or
 * that say where elements are. Negative indices count from an axis's end.
 */
public sealed interface IndexOp extends Op {
  /** What becomes of an element and of what is scattered to it. */
  enum Combination {
    /** The last of several that are scattered to one place stays. */
    REPLACE,
    ADD,
    MULTIPLY,
    MAX,
    MIN
  }

  private static void checkIndices(Inference in) {
    DType indices = in.dtype(1);
    in.check(
        indices == DType.I64 || indices == DType.I32,
        "indices should be I32 or I64 but are " + indices);
  }

  /**
   * Operands: data; indices, of as many axes. The output has the lengths of the indices; each
   * element is that of the data at the same place, but along one axis where the index says.
   *
   * @param axis possibly negative
   */
  record GatherElements(int axis) implements IndexOp {
    @Override
    public OpKind kind() {
      return OpKind.GATHER_ELEMENTS;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkIndices(in);
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      IndexRule.checkWithin(in, in.shape(1), "indices", in.axis(axis, in.shape(0).rank()));
      return List.of(in.shape(1));
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean isOuter = in.axis(axis, in.shape(0).rank()) == 0;
      return in.hasRows(1) && in.hasRows(0) != isOuter;
    }
  }

  /**
   * Operands: data; indices, whose last axis holds the first axes' indices of a slice each, behind
   * {@code batchAxes} that both have.
   */
  record GatherSlices(int batchAxes) implements IndexOp {
    @Override
    public OpKind kind() {
      return OpKind.GATHER_SLICES;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      checkIndices(in);
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(IndexRule.slices(in, batchAxes));
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean hasRowsOfIndices = in.hasRows(1) && in.shape(1).rank() > 1;
      return hasRowsOfIndices && in.hasRows(0) == (batchAxes > 0);
    }
  }

  /**
   * Operands: data; indices; updates, of the indices' lengths. The output is the data with each
   * update at its own place, but along one axis where its index says.
   *
   * @param axis possibly negative
   * @param combination of an element with its updates, one after the other in row-major order
   */
  record ScatterElements(int axis, Combination combination) implements IndexOp {
    public ScatterElements {
      Objects.requireNonNull(combination);
    }

    @Override
    public OpKind kind() {
      return OpKind.SCATTER_ELEMENTS;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return IndexRule.scattered(in, combination);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      IndexRule.checkWithin(in, in.shape(1), "indices", in.axis(axis, in.shape(0).rank()));
      IndexRule.checkUpdates(in, in.shape(1));
      return List.of(in.shape(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean isInner = in.axis(axis, in.shape(0).rank()) != 0;
      return isInner && in.hasRows(0) && in.hasRows(1) && in.hasRows(2);
    }

    @Override
    public String label() {
      return IndexRule.label(kind(), combination);
    }
  }

  /**
   * Operands: data; indices, whose last axis holds the first axes' indices of a slice each;
   * updates, such slices. The output is the data with these.
   *
   * @param combination of a slice with its updates, one after the other in row-major order
   */
  record ScatterSlices(Combination combination) implements IndexOp {
    public ScatterSlices {
      Objects.requireNonNull(combination);
    }

    @Override
    public OpKind kind() {
      return OpKind.SCATTER_SLICES;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return IndexRule.scattered(in, combination);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      IndexRule.checkUpdates(in, IndexRule.slices(in, 0));
      return List.of(in.shape(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }

    @Override
    public String label() {
      return IndexRule.label(kind(), combination);
    }
  }

  /**
   * Which of the slices along an axis are different. Slot 0: where each first occurs; slot 1: which
   * of these every slice is like; slot 2: how often each occurs; slot 3: their number, a scalar.
   * All are I64; slots 0 and 2 have the axis's length and are zeros beyond the number. NaN is like
   * NaN, and -0 like 0.
   *
   * @param axis possibly negative
   * @param sorted in ascending order, by the first element that differs, NaN last; otherwise in
   *     that of their first occurrences
   * @param count stands for the number once the node has run
   */
  record DistinctSlices(int axis, boolean sorted, SymbolId count) implements IndexOp {
    public DistinctSlices {
      Objects.requireNonNull(count);
    }

    @Override
    public OpKind kind() {
      return OpKind.DISTINCT_SLICES;
    }

    @Override
    public Map<Integer, SymbolId> produces() {
      return Map.of(3, count);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(
          dtype.isNumeric() || dtype == DType.BOOL || dtype == DType.STRING,
          "is not defined for " + dtype);
      return List.of(DType.I64, DType.I64, DType.I64, DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape slices = Shape.of(in.shape(0).extent(in.axis(axis, in.shape(0).rank())));
      return List.of(slices, slices, slices, Shape.scalar());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }

  /**
   * Boxes with the highest scores that don't overlap too much, as ai.onnx's NonMaxSuppression
   * defines it. Operands: boxes (F32 [batches, boxes, 4]), scores (F32 [batches, classes, boxes]),
   * then optionally scalars: most boxes a class (I64; 0 by default), overlap (F32; 0 by default)
   * and score (F32) above which boxes are left out and kept. Slot 0: I64 [capacity, 3], of each box
   * its batch, class and index, zeros beyond the count; slot 1: I64 scalar, the count.
   *
   * @param centered boxes are center x, center y, width and height, not two corners y, x
   * @param count stands for the count once the node has run
   */
  record SelectBoxes(boolean centered, SymbolId count) implements IndexOp {
    public SelectBoxes {
      Objects.requireNonNull(count);
    }

    @Override
    public OpKind kind() {
      return OpKind.SELECT_BOXES;
    }

    @Override
    public Map<Integer, SymbolId> produces() {
      return Map.of(1, count);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      for (int operand = 0; operand < in.count(); operand++) {
        DType expected = operand == 2 ? DType.I64 : DType.F32;
        in.check(
            !in.has(operand) || in.dtype(operand) == expected,
            "operand " + operand + " should be " + expected);
      }
      in.check(in.has(0) && in.has(1), "boxes and scores are needed");
      return List.of(DType.I64, DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Extent capacity = IndexRule.boxes(in);
      return List.of(Shape.of(capacity, Extent.fixed(3)), Shape.scalar());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }

  /**
   * Makes a number that is computed a length. Operand: one I64; the output is the same number, as a
   * scalar.
   *
   * @param length stands for the number once the node has run
   * @param most numbers above it, and below 0, are refused
   */
  record BindLength(SymbolId length, long most) implements IndexOp {
    public BindLength {
      Objects.requireNonNull(length);
    }

    @Override
    public OpKind kind() {
      return OpKind.BIND_LENGTH;
    }

    @Override
    public Map<Integer, SymbolId> produces() {
      return Map.of(0, length);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0) == DType.I64, "a length should be I64 but is " + in.dtype(0));
      return List.of(DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape shape = in.shape(0);
      in.check(
          !shape.isFixed() || Layout.elements(shape.dims()) == 1,
          "a length should be one number but is " + shape);
      return List.of(Shape.scalar());
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }
}
