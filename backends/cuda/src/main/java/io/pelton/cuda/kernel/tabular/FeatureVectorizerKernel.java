package io.pelton.cuda.kernel.tabular;

import io.pelton.cuda.kernel.ElementType;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.ArrayList;
import java.util.List;

/**
 * FeatureVectorizer, an operand a launch: those wider than their declared length are cut, narrower
 * ones padded.
 */
final class FeatureVectorizerKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    List<Integer> lengths = ((FeatureVectorizer) node.op()).lengths();
    long rows = out[0].layout().dim(0);
    int total = Math.toIntExact(out[0].layout().dim(1));
    List<Call> launches = new ArrayList<>();
    int at = 0;
    for (int i = 0; i < in.length; i++) {
      int length = lengths.get(i);
      check(node, i, in[i].layout(), length, out[0].layout());
      if (length > 0) {
        launches.add(
            new LaunchBuilder(node, Columns.MODULE, ElementType.function("take", in[i].dtype()))
                .pointer(in[i])
                .pointer(out[0])
                .extent(rows * length)
                .i32(Columns.of(in[i]))
                .i32(length)
                .i32(total)
                .i32(at)
                .over(Geometry.threads(rows * length)));
      }
      at += length;
    }
    return active -> launches.forEach(launch -> launch.run(active));
  }

  private static void check(NodeSpec node, int operand, Layout layout, int length, Layout out) {
    long found = layout.rank() == 1 ? 1 : layout.dim(0);
    node.inference()
        .check(
            layout.rank() <= 2 && found == out.dim(0),
            "operand " + operand + " is " + layout + " but the output has " + out);
    node.inference().check(length >= 0, "has a negative length, " + length);
  }
}
