package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/**
 * Ops that shift and scale elements by their own statistics. All operands have one dtype, F64, F32,
 * F16 or BF16, to which every step of the decomposition rounds; the output is shaped like x.
 */
public sealed interface NormOp extends Op, Decomposable {
  @Override
  default List<DType> dtypes(Inference in) {
    DType dtype = in.dtype(0);
    Decomposition.checkDtype(in, dtype);
    for (int operand = 1; operand < in.count(); operand++) {
      in.check(
          !in.has(operand) || in.dtype(operand) == dtype,
          "operands should have one dtype but operand 0 is "
              + dtype
              + " and operand "
              + operand
              + " is not; insert a Cast");
    }
    return List.of(dtype);
  }

  /** True when the length may turn out to be 1 or the target's. */
  private static boolean fits(Extent extent, Extent target) {
    boolean isOne = extent.isFixed() && extent.max() == 1;
    return isOne || extent.sameAs(target) || !extent.isFixed() || !target.isFixed();
  }

  /**
   * Batch normalization by given statistics, as BatchNormalization of ai.onnx defines it for
   * inference. Operands: x [N, C, ...], then scale, bias, mean and variance, all [C]. Computes
   * {@code (x - mean) / sqrt(variance + epsilon) * scale + bias}, in that order.
   */
  record BatchNorm(double epsilon) implements NormOp {
    @Override
    public OpKind kind() {
      return OpKind.BATCH_NORM;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      in.check(x.rank() >= 2, "x should have at least 2 axes but is " + x);
      for (int operand = 1; operand < 5; operand++) {
        Shape shape = in.shape(operand);
        boolean isVector =
            shape.rank() == 1
                && (!shape.isFixed()
                    || !x.extent(1).isFixed()
                    || shape.extent(0).max() == x.extent(1).max());
        in.check(
            isVector,
            "operand " + operand + " should be a vector along axis 1 of " + x + " but is " + shape);
      }
      return List.of(x);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(1) && !in.hasRows(2) && !in.hasRows(3) && !in.hasRows(4);
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      Decomposition steps = new Decomposition(graph, name, this, operands);
      ValueId scale = steps.channels(operands.get(1));
      ValueId bias = steps.channels(operands.get(2));
      ValueId mean = steps.channels(operands.get(3));
      ValueId spread = steps.binary(OpKind.ADD, operands.get(4), steps.scalar(epsilon));
      ValueId deviation = steps.channels(steps.unary(OpKind.SQRT, spread));
      ValueId centred = steps.binary(OpKind.SUB, operands.get(0), mean);
      ValueId normal = steps.binary(OpKind.DIV, centred, deviation);
      return List.of(steps.binary(OpKind.ADD, steps.binary(OpKind.MUL, normal, scale), bias));
    }
  }

  /** Normalization along an axis and all after it, by the statistics of each such run. */
  sealed interface RunNorm extends NormOp {
    /** The first of the normalized axes; negative ones count from the end. */
    int axis();

    /** Added to the mean of squares. */
    float epsilon();

    @Override
    default List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      in.axis(axis(), x.rank());
      for (int operand = 1; operand < in.count(); operand++) {
        if (in.has(operand)) {
          Shape shape = in.shape(operand);
          boolean fits = shape.rank() <= x.rank();
          for (int axis = 0; fits && axis < shape.rank(); axis++) {
            fits = fits(shape.extent(axis), x.extent(axis + x.rank() - shape.rank()));
          }
          in.check(fits, "operand " + operand + " " + shape + " does not broadcast to x " + x);
        }
      }
      return List.of(x);
    }

    @Override
    default boolean isRowwise(Inference in) {
      int rank = in.shape(0).rank();
      return in.hasRows(0) && in.axis(axis(), rank) > 0 && ProductRule.haveRowsOf(in, 1, rank);
    }
  }

  /**
   * LayerNormalization of ai.onnx 17. Operands: x, scale, and optionally bias, which broadcast to
   * x. With {@code d = x - mean(x)}, computes {@code d / sqrt(mean(d * d) + epsilon) * scale +
   * bias}, in that order.
   */
  record LayerNorm(int axis, float epsilon) implements RunNorm {
    @Override
    public OpKind kind() {
      return OpKind.LAYER_NORM;
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      Decomposition steps = new Decomposition(graph, name, this, operands);
      int from = axis < 0 ? axis + steps.rank() : axis;
      ValueId x = operands.get(0);
      ValueId centred = steps.binary(OpKind.SUB, x, steps.mean(x, from));
      ValueId variance = steps.mean(steps.binary(OpKind.MUL, centred, centred), from);
      ValueId spread = steps.binary(OpKind.ADD, variance, steps.scalar(epsilon));
      ValueId normal = steps.binary(OpKind.DIV, centred, steps.unary(OpKind.SQRT, spread));
      ValueId scaled = steps.binary(OpKind.MUL, normal, operands.get(1));
      boolean hasBias = operands.size() > 2 && !operands.get(2).isAbsent();
      return List.of(hasBias ? steps.binary(OpKind.ADD, scaled, operands.get(2)) : scaled);
    }
  }

  /**
   * RMSNormalization of ai.onnx 23. Operands: x and scale, which broadcasts to x. Computes {@code x
   * / sqrt(mean(x * x) + epsilon) * scale}, in that order.
   */
  record RmsNorm(int axis, float epsilon) implements RunNorm {
    @Override
    public OpKind kind() {
      return OpKind.RMS_NORM;
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      Decomposition steps = new Decomposition(graph, name, this, operands);
      int from = axis < 0 ? axis + steps.rank() : axis;
      ValueId x = operands.get(0);
      ValueId squares = steps.mean(steps.binary(OpKind.MUL, x, x), from);
      ValueId spread = steps.binary(OpKind.ADD, squares, steps.scalar(epsilon));
      ValueId normal = steps.binary(OpKind.DIV, x, steps.unary(OpKind.SQRT, spread));
      return List.of(steps.binary(OpKind.MUL, normal, operands.get(1)));
    }
  }
}
