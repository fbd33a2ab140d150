package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Ops on numbers that a run draws, from its seed and the op's key. An element's draw follows from
 * its index in row-major order, so that the first rows have the same bits however many others
 * follow. Such an op is never computed before a run, and none stands for another.
 */
public sealed interface RandomOp extends Op {
  RandomKey key();

  @Override
  default boolean isRandom() {
    return true;
  }

  private static boolean isComputable(DType dtype) {
    return Set.of(DType.F64, DType.F32, DType.F16, DType.BF16).contains(dtype);
  }

  private static void checkScalar(Inference in, int operand, DType dtype, String what) {
    in.check(
        in.dtype(operand) == dtype, what + " should be " + dtype + " but is " + in.dtype(operand));
  }

  private static void checkOneElement(Inference in, int operand, String what) {
    boolean isSingle =
        in.shape(operand).extents().stream().allMatch(e -> e.isFixed() && e.max() == 1);
    in.check(isSingle, what + " should have one element but is " + in.shape(operand));
  }

  /** Draws of one distribution. Operand 0: the shape of the output, I64 (plan time). */
  sealed interface Draw extends RandomOp {
    /** F64, F32, F16 or BF16; the latter two are rounded from F32. */
    DType dtype();

    @Override
    default boolean isPlanOperand(int operand) {
      return operand == 0;
    }

    @Override
    default boolean makesRows() {
      return true;
    }

    @Override
    default List<DType> dtypes(Inference in) {
      in.check(in.count() == 1, "takes one operand, a shape, but has " + in.count());
      in.check(isComputable(dtype()), "is not defined for " + dtype());
      in.check(
          in.dtype(0) == DType.I64, "the shape should be " + DType.I64 + " but is " + in.dtype(0));
      return List.of(dtype());
    }

    @Override
    default List<Shape> shapes(Inference in) {
      Optional<List<DynScalar>> lengths = in.integers(0);
      List<Extent> extents = new ArrayList<>();
      if (lengths.isPresent()) {
        in.check(in.shape(0).rank() == 1, "the shape should be a list but is " + in.shape(0));
        for (DynScalar length : lengths.get()) {
          extents.add(
              length
                  .asExtent()
                  .orElseThrow(
                      () -> in.invalid("the shape " + lengths.get() + " has a negative length")));
        }
        return List.of(Shape.of(extents));
      }
      if (in.shape(0).rank() != 1 || !in.shape(0).isFixed()) {
        return List.of(Shape.UNRANKED);
      }
      for (long axis = 0; axis < in.shape(0).extent(0).max(); axis++) {
        extents.add(in.unknown(Extent.UNBOUNDED));
      }
      return List.of(Shape.of(extents));
    }
  }

  /**
   * Draws spread evenly from {@code low} to {@code high}, which itself only rounding yields.
   *
   * @param low rounded to the dtype in which is computed, like {@code high}
   */
  record Uniform(RandomKey key, DType dtype, double low, double high) implements Draw {
    @Override
    public OpKind kind() {
      return OpKind.RANDOM_UNIFORM;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          Double.isFinite(low) && Double.isFinite(high) && low <= high,
          "the range should be finite and not empty but is " + low + " to " + high);
      return Draw.super.dtypes(in);
    }
  }

  /**
   * Draws of the normal distribution.
   *
   * @param scale the standard deviation
   */
  record Normal(RandomKey key, DType dtype, double mean, double scale) implements Draw {
    @Override
    public OpKind kind() {
      return OpKind.RANDOM_NORMAL;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          Double.isFinite(mean) && Double.isFinite(scale),
          "mean and scale should be finite but are " + mean + " and " + scale);
      return Draw.super.dtypes(in);
    }
  }

  /**
   * True where a draw from 0 to before 1 is less than the element of operand 0, a probability;
   * false where that is no number.
   */
  record Bernoulli(RandomKey key) implements RandomOp {
    @Override
    public OpKind kind() {
      return OpKind.BERNOULLI;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(isComputable(in.dtype(0)), "probabilities of " + in.dtype(0) + " are not supported");
      return List.of(DType.BOOL);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      return List.of(in.shape(0));
    }
  }

  /**
   * Picks classes by their probabilities. Operand 0: their logarithms, [rows, classes], up to an
   * addend of each row; classes whose logarithm is not finite are never picked. Output: indices of
   * classes, [rows, samples]. Computed in F64: a draw from 0 to before 1 is scaled to the sum of
   * the row's exponentials and looked up in their running sums.
   *
   * @param samples drawn with replacement for each row
   * @param dtype of the indices, I32 or I64
   */
  record Multinomial(RandomKey key, int samples, DType dtype) implements RandomOp {
    @Override
    public OpKind kind() {
      return OpKind.MULTINOMIAL;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(isComputable(in.dtype(0)), "logarithms of " + in.dtype(0) + " are not supported");
      in.check(
          dtype == DType.I32 || dtype == DType.I64,
          "indices should be I32 or I64 but are " + dtype);
      in.check(samples > 0, "the number of samples should be positive but is " + samples);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      in.check(
          in.shape(0).rank() == 2, "operand 0 should be [rows, classes] but is " + in.shape(0));
      Extent classes = in.shape(0).extent(1);
      in.check(!classes.isFixed() || classes.max() > 0, "there should be at least one class");
      return List.of(Shape.of(in.shape(0).extent(0), Extent.fixed(samples)));
    }
  }

  /**
   * Dropout as ai.onnx defines it. Operands: 0, data of any shape; 1, the ratio that is dropped,
   * one F32 from 0 to before 1; 2, whether the run trains, one BOOL. Outputs: the data where it was
   * kept, divided by the ratio that is, and 0 elsewhere; whether an element was kept, BOOL. An
   * element is dropped where a draw from 0 to before 1 is less than the ratio. When not training
   * everything is kept as it is.
   */
  record Dropout(RandomKey key) implements RandomOp {
    @Override
    public OpKind kind() {
      return OpKind.DROPOUT;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.count() == 3, "takes three operands but has " + in.count());
      in.check(isComputable(in.dtype(0)), "is not defined for " + in.dtype(0));
      checkScalar(in, 1, DType.F32, "the ratio");
      checkScalar(in, 2, DType.BOOL, "the mode");
      return List.of(in.dtype(0), DType.BOOL);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      checkOneElement(in, 1, "the ratio");
      checkOneElement(in, 2, "the mode");
      return List.of(in.shape(0), in.shape(0));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return in.hasRows(0) && !in.hasRows(1) && !in.hasRows(2);
    }
  }
}
