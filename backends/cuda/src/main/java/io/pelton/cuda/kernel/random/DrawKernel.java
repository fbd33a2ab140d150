package io.pelton.cuda.kernel.random;

import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.RandomOp.Normal;
import io.pelton.engine.graph.RandomOp.Uniform;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/**
 * Uniform and normal draws, scaled and moved in the dtype, or in float32 where that is narrower.
 */
final class DrawKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    DType dtype = out[0].dtype();
    boolean isNormal = node.op() instanceof Normal;
    LaunchBuilder launch =
        DrawnLaunch.of(node, "draw", dtype).pointer(out[0]).i32(isNormal ? 1 : 0);
    double offset = node.op() instanceof Normal op ? op.mean() : ((Uniform) node.op()).low();
    double reach = node.op() instanceof Normal op ? op.scale() : ((Uniform) node.op()).high();
    if (dtype == DType.F64) {
      launch.f64(isNormal ? reach : reach - offset).f64(offset);
    } else {
      float from = (float) offset;
      launch.f32(isNormal ? (float) reach : (float) reach - from).f32(from);
    }
    long elements = out[0].layout().elements();
    return DrawnLaunch.source(launch, node).extent(elements).over(Geometry.threads(elements));
  }
}
