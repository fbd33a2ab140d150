package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.ConvOp.Pool;
import io.pelton.engine.graph.ConvOp.PoolWithIndices;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/** MaxPool with indices, and MaxPool of bytes, which needs none. */
final class IndexPoolKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    boolean hasIndices = node.op() instanceof PoolWithIndices;
    PoolWithIndices op =
        node.op() instanceof Pool pool
            ? new PoolWithIndices(pool.lengths(), pool.window(), false)
            : (PoolWithIndices) node.op();
    Layout y = out[0].layout();
    SpatialWindow window = Poolings.window(op.lengths(), op.window(), in[0].layout(), y);
    long[] slots = Poolings.fields(window, 1, op.isColumnMajor());
    return new LaunchBuilder(node, "pool", Functions.of("index_pool", in[0].dtype()))
        .pointer(in[0])
        .pointer(out[0])
        .pointer(hasIndices ? out[1] : null)
        .struct(slots.length, slots)
        .extent(y.elements())
        .over(Geometry.threads(y.elements()));
  }
}
