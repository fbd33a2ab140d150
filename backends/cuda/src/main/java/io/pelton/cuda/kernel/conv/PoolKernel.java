package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** MaxPool, AveragePool and SumPool of floats. */
final class PoolKernel implements FixedKernel {
  /** What sums are divided by, where not by their number of elements. */
  private static final int COUNTED = 0;

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Pool op = (Pool) node.op();
    Layout y = out[0].layout();
    SpatialWindow window = Poolings.window(op.lengths(), op.window(), in[0].layout(), y);
    boolean isLargest = op.kind() == OpKind.MAX_POOL;
    int divisor = op.kind() == OpKind.SUM_POOL ? 1 : COUNTED;
    if (op.kind() == OpKind.AVERAGE_POOL && op.countsPadding()) {
      divisor = window.kernelSize();
    }
    long[] slots = Poolings.fields(window, divisor, false);
    String name = isLargest ? "max_pool" : "sum_pool";
    return new LaunchBuilder(node, "pool", Functions.of(name, in[0].dtype()))
        .pointer(in[0])
        .pointer(out[0])
        .struct(slots.length, slots)
        .extent(y.elements())
        .over(Geometry.threads(y.elements()));
  }
}
