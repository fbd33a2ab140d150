package io.pelton.cuda.kernel.index;

import io.pelton.cuda.kernel.Calls;
import io.pelton.cuda.kernel.EngineCodes;
import io.pelton.cuda.kernel.shape.Copies;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.IndexOp.ScatterElements;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.List;

/** The data with updates at indices' own places, but along one axis where these say. */
final class ScatterElementsKernel implements FixedKernel {
  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    ScatterElements op = (ScatterElements) node.op();
    int axis = node.inference().axis(op.axis(), in[0].layout().rank());
    Lines lines = Lines.of(in[0].layout().dims(), in[1].layout().dims(), axis);
    long elements = in[0].layout().elements();
    if (elements == 0) {
      return push(node, lines, Numbers.NONE, 1, in, out);
    }
    Numbers numbers = Numbers.of(in[0].dtype(), op.combination());
    if (numbers.isWidened() || Workers.isFew(elements, lines.updates())) {
      return pull(node, lines, numbers, in, out);
    }
    long workers = Workers.of(lines.count(), lines.length());
    return Calls.inOrder(
        List.of(Copies.pack(node, in[0], out[0]), push(node, lines, numbers, workers, in, out)));
  }

  private static Call pull(
      NodeSpec node, Lines lines, Numbers numbers, Operand[] in, Operand... out) {
    long elements = in[0].layout().elements();
    LaunchBuilder launch =
        new LaunchBuilder(node, IndexKernels.MODULE, "pull_elements_" + numbers.name())
            .pointer(in[0])
            .pointer(in[1])
            .pointer(in[2])
            .pointer(out[0]);
    return lines
        .addTo(launch)
        .i32(EngineCodes.of(numbers.combination()))
        .i64(numbers.flip())
        .i32(IndexKernels.isLong(in[1]))
        .extent(elements)
        .watch(refusal(node, lines, in[1]))
        .over(Geometry.threads(elements));
  }

  private static Call push(
      NodeSpec node, Lines lines, Numbers numbers, long workers, Operand[] in, Operand... out) {
    long threads = lines.count() * workers;
    LaunchBuilder launch =
        new LaunchBuilder(node, IndexKernels.MODULE, "push_elements_" + numbers.name())
            .pointer(in[1])
            .pointer(in[2])
            .pointer(out[0]);
    return lines
        .addTo(launch)
        .i64(workers)
        .i32(EngineCodes.of(numbers.combination()))
        .i64(numbers.flip())
        .i32(IndexKernels.isLong(in[1]))
        .extent(threads)
        .watch(refusal(node, lines, in[1]))
        .over(Geometry.threads(threads));
  }

  private static Refusal refusal(NodeSpec node, Lines lines, Operand indices) {
    return Refusal.ofIndex(node, indices.layout().elements() / node.rows(), lines.length());
  }
}
