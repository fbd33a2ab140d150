package io.pelton.cuda.kernel.embedding;

import io.pelton.cuda.kernel.FoldedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.EmbeddingOp.EmbeddingBag;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Locale;

/** Sums or means of the table rows that the last axis of the indices picks. */
final class EmbeddingBagKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Layout table = in[0].layout();
    Layout indices = in[1].layout();
    FoldedAxes places = FoldedAxes.of(indices.dims(), indices);
    long length = indices.dim(indices.rank() - 1);
    long columns = table.dim(1);
    long elements = out[0].layout().elements();
    boolean isMean = ((EmbeddingBag) node.op()).reduction() == OpKind.REDUCE_MEAN;
    String function = "embedding_bag_" + out[0].dtype().name().toLowerCase(Locale.ROOT);
    return new LaunchBuilder(node, EmbeddingKernels.MODULE, function)
        .pointer(in[0])
        .pointer(in[1])
        .pointer(out[0])
        .view(places.dims(), places.strides(0))
        .i64(table.dim(0))
        .i64(table.stride(0))
        .i64(table.stride(1))
        .i64(columns)
        .i64(length)
        .i32(isMean ? 1 : 0)
        .i32(EmbeddingKernels.isLong(in[1]))
        .extent(elements)
        .watch(Refusal.ofIndex(node, indices.elements() / node.rows(), table.dim(0)))
        .over(Geometry.threads(elements));
  }
}
