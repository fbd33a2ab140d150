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
  private final Steps<A> steps;
  private final PlanePools<A> pools;

  PoolKernel(Steps<A> steps, PlanePools<A> pools) {
    this.steps = steps;
    this.pools = pools;
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
    return new PoolCall<>(
        geometry,
        Math.toIntExact(x.dim(0) * x.dim(1) / node.rows()),
        steps.lane().blocks(in[0], x, geometry.inputPlane()),
        steps.lane().output(out[0], geometry.outputPlane()),
        pool(op, geometry, out[0].dtype()));
  }

  private PlanePool<A> pool(Pool op, ConvGeometry geometry, DType dtype) {
    if (op.kind() == OpKind.MAX_POOL) {
      return pools.largest(geometry, Candidates.lowest(dtype));
    }
    PlanePool<A> sum = pools.sum(geometry);
    return op.kind() == OpKind.AVERAGE_POOL ? mean(op, geometry, sum) : sum;
  }

  private PlanePool<A> mean(Pool op, ConvGeometry geometry, PlanePool<A> sum) {
    A divisors = divisors(geometry, op.countsPadding(), sum);
    int size = geometry.outputPlane();
    return (x, i, y, k) -> {
      sum.apply(x, i, y, k);
      pools.divide(y, k, divisors, size);
    };
  }

  /** How many elements each output is the mean of. */
  private A divisors(ConvGeometry geometry, boolean countsPadding, PlanePool<A> sum) {
    int size = geometry.outputPlane();
    A divisors = steps.lane().allocate(size);
    if (countsPadding) {
      steps.fill(divisors, 0, size, geometry.kernelSize());
    } else {
      A ones = steps.lane().allocate(geometry.inputPlane());
      steps.fill(ones, 0, geometry.inputPlane(), 1);
      sum.apply(ones, 0, divisors, 0);
    }
    return divisors;
  }
}
