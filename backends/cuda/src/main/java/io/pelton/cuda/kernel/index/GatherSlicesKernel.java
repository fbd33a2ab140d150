package io.pelton.cuda.kernel.index;

import io.pelton.cuda.kernel.shape.MovedAxes;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Takes slices of the data whose first axes' indices lie side by side. */
final class GatherSlicesKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    IndexedAxes axes = IndexedAxes.of(in[0], in[1], ((GatherSlices) node.op()).batchAxes());
    long[] slice = {axes.sliceLength()};
    MovedAxes moved = MovedAxes.of(in[0].dtype(), slice, new long[][] {{1}});
    long length = moved.units(axes.sliceLength());
    // slices of nothing have indices, too
    long units = axes.slices() * Math.max(length, 1);
    LaunchBuilder launch =
        new LaunchBuilder(node, IndexKernels.MODULE, "gather_slices_" + moved.width())
            .pointer(in[0])
            .pointer(in[1])
            .pointer(out[0]);
    return axes.addTo(launch)
        .i64(length)
        .i64(axes.perBatch())
        .i64(axes.batchSlices())
        .i32(IndexKernels.isLong(in[1]))
        .extent(units)
        .watch(axes.refusal(node))
        .over(Geometry.threads(units));
  }
}
