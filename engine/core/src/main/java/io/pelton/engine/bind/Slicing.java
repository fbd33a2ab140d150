package io.pelton.engine.bind;

import io.pelton.engine.graph.AttentionOp.Attention;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NormOp.RunNorm;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.plan.Step;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;

/**
 * Where a step can be cut so that every part is the same op on slices, and no element of an output
 * is computed otherwise than in the whole.
 *
 * @param areRows the slices are rows of the batch, of which a run may have fewer
 * @param length that is cut
 * @param in by operand, the axis that is cut; {@link #WHOLE} where all parts read all of it
 * @param out the axis of each output
 */
record Slicing(boolean areRows, long length, int[] in, int[] out) {
  static final int WHOLE = -1;

  /** Empty where a step is in one piece. */
  static Optional<Slicing> of(Step step) {
    List<PlannedValue> values =
        Stream.concat(step.inputs().stream(), step.outputs().stream())
            .filter(Objects::nonNull)
            .toList();
    boolean isPlain =
        values.stream().allMatch(Slicing::isPlain)
            && !step.op().isRandom()
            && step.op().destructiveInput().isEmpty()
            && noPlanOperands(step);
    if (!isPlain) {
      return Optional.empty();
    }
    return step.hasRows() ? rows(step) : alongFirstAxis(step);
  }

  /** Elements that are numbers with addresses of their own. */
  private static boolean isPlain(PlannedValue value) {
    return value.layout() != null
        && value.dtype() != DType.STRING
        && value.dtype().bits() >= Byte.SIZE;
  }

  private static boolean noPlanOperands(Step step) {
    for (int operand = 0; operand < step.inputs().size(); operand++) {
      if (step.op().isPlanOperand(operand)) {
        return false;
      }
    }
    return true;
  }

  /** Of a step whose rows stay apart, as the plan has found. */
  private static Optional<Slicing> rows(Step step) {
    boolean areAllRows =
        step.outputs().stream().allMatch(PlannedValue::hasRows)
            && Stream.concat(step.inputs().stream(), step.outputs().stream())
                .filter(value -> value != null && value.hasRows())
                .allMatch(value -> value.layout().dim(0) == step.rows());
    if (step.rows() < 2 || !areAllRows) {
      return step.rows() == 1 ? alongFirstAxis(step) : Optional.empty();
    }
    int[] in =
        step.inputs().stream()
            .mapToInt(value -> value != null && value.hasRows() ? 0 : WHOLE)
            .toArray();
    return Optional.of(new Slicing(true, step.rows(), in, new int[step.outputs().size()]));
  }

  /** Of an op that computes along the first axis that is longer than 1 element by element. */
  private static Optional<Slicing> alongFirstAxis(Step step) {
    if (step.outputs().size() != 1) {
      return Optional.empty();
    }
    Layout out = step.outputs().get(0).layout();
    int axis = 0;
    while (axis < out.rank() - 1 && out.dim(axis) == 1) {
      axis++;
    }
    if (out.rank() == 0 || out.dim(axis) < 2) {
      return Optional.empty();
    }
    int cut = axis;
    return operandAxes(step, out, axis)
        .map(in -> new Slicing(false, out.dim(cut), in, new int[] {cut}));
  }

  private static Optional<int[]> operandAxes(Step step, Layout out, int axis) {
    Op op = step.op();
    IntUnaryOperator broadcast = operand -> aligned(step, operand, out, axis);
    if (op instanceof ElementwiseOp || op instanceof FusedOp) {
      return Optional.of(axes(step, broadcast));
    }
    if (op instanceof RunNorm norm) {
      return before(norm.axis(), axis, out) ? Optional.of(axes(step, broadcast)) : Optional.empty();
    }
    if (op instanceof Softmax softmax) {
      boolean isBefore = !softmax.flatten() && before(softmax.axis(), axis, out);
      return isBefore ? Optional.of(axes(step, broadcast)) : Optional.empty();
    }
    if (op instanceof Gemm gemm) {
      int left = axis == 0 ? (gemm.transposeA() ? 1 : 0) : WHOLE;
      int right = axis == 1 ? (gemm.transposeB() ? 0 : 1) : WHOLE;
      return Optional.of(
          axes(step, i -> i == 0 ? left : i == 1 ? right : broadcast.applyAsInt(i)));
    }
    if (op instanceof MatMul || op instanceof Dense) {
      return product(step, out, axis, broadcast);
    }
    return op instanceof Attention && axis < 2 && haveOwnHeads(step, out, axis)
        ? Optional.of(axes(step, broadcast))
        : Optional.empty();
  }

  private static Optional<int[]> product(
      Step step, Layout out, int axis, IntUnaryOperator broadcast) {
    boolean areMatrices =
        step.inputs().get(0).layout().rank() > 1 && step.inputs().get(1).layout().rank() > 1;
    if (!areMatrices) {
      return Optional.empty();
    }
    int columns = out.rank() - 1;
    int left = axis == columns ? WHOLE : broadcast.applyAsInt(0);
    int right =
        axis == columns
            ? step.inputs().get(1).layout().rank() - 1
            : axis == columns - 1 ? WHOLE : broadcast.applyAsInt(1);
    return Optional.of(axes(step, i -> i == 0 ? left : i == 1 ? right : broadcast.applyAsInt(i)));
  }

  /** True when no queries share a head, or a batch, of keys and values. */
  private static boolean haveOwnHeads(Step step, Layout out, int axis) {
    return step.inputs().subList(0, 3).stream()
        .allMatch(value -> value.layout().dim(axis) == out.dim(axis));
  }

  private static boolean before(int normalized, int axis, Layout out) {
    return axis < (normalized < 0 ? normalized + out.rank() : normalized);
  }

  private static int[] axes(Step step, IntUnaryOperator axis) {
    int[] axes = new int[step.inputs().size()];
    Arrays.setAll(
        axes, operand -> step.inputs().get(operand) == null ? WHOLE : axis.applyAsInt(operand));
    return axes;
  }

  /** The operand's axis that broadcasts to the output's. */
  private static int aligned(Step step, int operand, Layout out, int axis) {
    Layout layout = step.inputs().get(operand).layout();
    int own = axis - out.rank() + layout.rank();
    return own >= 0 && layout.dim(own) > 1 ? own : WHOLE;
  }
}
