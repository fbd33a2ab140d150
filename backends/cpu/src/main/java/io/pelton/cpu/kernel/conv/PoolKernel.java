package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.kernel.HostKernels;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;

/** Pool: a window of a channel is combined as a convolution with one kernel a channel is. */
final class PoolKernel<A> implements FixedKernel {
  /** {@code y[k + n] /= divisors[n]}. */
  @FunctionalInterface
  interface Division<A> {
    void apply(A y, int k, A divisors, int count);
  }

  /** {@code y[k + n]} becomes the value where it is NaN. */
  @FunctionalInterface
  interface Replacement<A> {
    void apply(A y, int k, int count, double value);
  }

  private final Steps<A> steps;
  private final Accumulation<A> largest;
  private final Accumulation<A> sum;
  private final Division<A> division;
  private final Replacement<A> replacement;

  PoolKernel(
      Steps<A> steps,
      Accumulation<A> largest,
      Accumulation<A> sum,
      Division<A> division,
      Replacement<A> replacement) {
    this.steps = steps;
    this.largest = largest;
    this.sum = sum;
    this.division = division;
    this.replacement = replacement;
  }

  void add(HostKernels kernels, DType dtype) {
    kernels.add(OpKind.MAX_POOL, this, dtype, dtype);
    kernels.add(OpKind.AVERAGE_POOL, this, dtype, dtype);
    kernels.add(OpKind.SUM_POOL, this, dtype, dtype);
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Pool op = (Pool) node.op();
    Layout x = in[0].layout();
    long[] window = new long[x.rank()];
    window[0] = x.dim(1);
    window[1] = 1;
    for (int axis = 2; axis < window.length; axis++) {
      window[axis] = op.lengths().get(axis - 2);
    }
    int groups = Math.max(Math.toIntExact(x.dim(1)), 1);
    ConvGeometry geometry =
        ConvGeometry.of(op.window(), groups, x, Layout.contiguous(window), out[0].layout());
    boolean isLargest = op.kind() == OpKind.MAX_POOL;
    return new PoolCall<>(
        geometry,
        isLargest ? largest : sum,
        Math.toIntExact(x.dim(0) * x.dim(1) / node.rows()),
        steps.lane().blocks(in[0], x, geometry.inputPlane()),
        steps.lane().output(out[0], geometry.outputPlane()),
        steps,
        isLargest ? Double.NaN : 0,
        finish(op, geometry, out[0].dtype()));
  }

  private PoolCall.Finish<A> finish(Pool op, ConvGeometry geometry, DType dtype) {
    return switch (op.kind()) {
      case MAX_POOL -> largest(dtype);
      case AVERAGE_POOL -> mean(geometry, op.countsPadding());
      default -> (y, k, count) -> {};
    };
  }

  private PoolCall.Finish<A> mean(ConvGeometry geometry, boolean countsPadding) {
    A divisors = divisors(geometry, countsPadding);
    return (y, k, count) -> division.apply(y, k, divisors, count);
  }

  private PoolCall.Finish<A> largest(DType dtype) {
    double lowest = Candidates.lowest(dtype);
    return (y, k, count) -> replacement.apply(y, k, count, lowest);
  }

  /** How many elements each output is the mean of. */
  private A divisors(ConvGeometry geometry, boolean countsPadding) {
    int size = geometry.outputPlane();
    A divisors = steps.lane().allocate(size);
    if (countsPadding) {
      steps.fill(divisors, 0, size, geometry.kernelSize());
    } else {
      A ones = steps.lane().allocate(geometry.inputPlane());
      steps.fill(ones, 0, geometry.inputPlane(), 1);
      new ConvPlane<>(geometry, sum).accumulate(ones, 0, null, 0, divisors, 0);
    }
    return divisors;
  }
}
