package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.FeatureOp.Norm;
import io.pelton.engine.graph.FeatureOp.Normalizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Normalizer over the last axis, in double precision: a thread for each row. */
final class NormalizerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    int rows = Columns.rows(in[0]);
    return new LaunchBuilder(node, Columns.MODULE, ElementType.function("normalize", in[0].dtype()))
        .pointer(in[0])
        .pointer(out[0])
        .extent(rows)
        .i32(Columns.of(in[0]))
        .i32(code(((Normalizer) node.op()).norm()))
        .over(Geometry.threads(rows));
  }

  /** {@code Norm} in {@code tabular.cu}. */
  private static int code(Norm norm) {
    return switch (norm) {
      case MAX -> 0;
      case L1 -> 1;
      case L2 -> 2;
    };
  }
}
