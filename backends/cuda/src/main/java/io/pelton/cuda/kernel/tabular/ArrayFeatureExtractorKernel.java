package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.List;

/** ArrayFeatureExtractor; indices may change from run to run, and negative ones are refused. */
final class ArrayFeatureExtractorKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    int columns = Columns.of(in[0]);
    long results = out[0].layout().elements();
    Refusal outside =
        Refusal.of(node, 0, "index ", List.of(" is outside of [0, " + (columns - 1) + "]"));
    return new LaunchBuilder(node, Columns.MODULE, "extract")
        .pointer(in[0])
        .pointer(in[1])
        .pointer(out[0])
        .extent(results)
        .i32(ElementType.code(in[0].dtype()))
        .i32(columns)
        .i32(Math.toIntExact(in[1].layout().elements()))
        .watch(outside)
        .over(Geometry.threads(results));
  }
}
