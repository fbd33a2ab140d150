package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.FeatureOp.Binarizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Binarizer; NaN is not above any threshold. */
final class BinarizerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    float threshold = ((Binarizer) node.op()).threshold();
    long elements = in[0].layout().elements();
    return new LaunchBuilder(node, Columns.MODULE, ElementType.function("binarize", in[0].dtype()))
        .pointer(in[0])
        .pointer(out[0])
        .extent(elements)
        .f32(threshold)
        .i64((long) threshold)
        .over(Geometry.threads(elements));
  }
}
