package io.pelton.cuda.kernel.index;

import io.pelton.cuda.kernel.Calls;
import io.pelton.cuda.kernel.EngineCodes;
import io.pelton.cuda.kernel.shape.Copies;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.engine.graph.IndexOp.ScatterSlices;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.List;

/** The data with slices whose first axes' indices lie side by side. Never runs over rows. */
final class ScatterSlicesKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    IndexedAxes axes = IndexedAxes.of(in[0], in[1], 0);
    long elements = in[0].layout().elements();
    if (elements == 0) {
      return push(node, axes, Numbers.NONE, 1, in, out);
    }
    Numbers numbers = Numbers.of(in[0].dtype(), ((ScatterSlices) node.op()).combination());
    if (numbers.isWidened() || Workers.isFew(elements, axes.slices())) {
      return pull(node, axes, numbers, in, out);
    }
    long workers = Workers.of(axes.sliceLength(), axes.batchSlices());
    return Calls.inOrder(
        List.of(Copies.pack(node, in[0], out[0]), push(node, axes, numbers, workers, in, out)));
  }

  private static Call pull(
      NodeSpec node, IndexedAxes axes, Numbers numbers, Operand[] in, Operand... out) {
    long elements = in[0].layout().elements();
    LaunchBuilder launch =
        new LaunchBuilder(node, IndexKernels.MODULE, "pull_slices_" + numbers.name())
            .pointer(in[0])
            .pointer(in[1])
            .pointer(in[2])
            .pointer(out[0]);
    return axes.addTo(launch)
        .i64(axes.slices())
        .i64(axes.sliceLength())
        .i64(elements)
        .i32(EngineCodes.of(numbers.combination()))
        .i64(numbers.flip())
        .i32(IndexKernels.isLong(in[1]))
        .watch(axes.refusal(node))
        .over(Geometry.threads(elements));
  }

  private static Call push(
      NodeSpec node,
      IndexedAxes axes,
      Numbers numbers,
      long workers,
      Operand[] in,
      Operand... out) {
    LaunchBuilder launch =
        new LaunchBuilder(node, IndexKernels.MODULE, "push_slices_" + numbers.name())
            .pointer(in[1])
            .pointer(in[2])
            .pointer(out[0]);
    return axes.addTo(launch)
        .i64(axes.slices())
        .i64(axes.sliceLength())
        .i64(workers)
        .i32(EngineCodes.of(numbers.combination()))
        .i64(numbers.flip())
        .i32(IndexKernels.isLong(in[1]))
        .watch(axes.refusal(node))
        .over(Geometry.threads(Math.max(axes.sliceLength(), 1) * workers));
  }
}
