package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.kernel.Calls;
import io.pelton.cuda.launch.Geometry;
import io.pelton.cuda.launch.LaunchBuilder;
import io.pelton.cuda.memory.Refusal;
import io.pelton.engine.graph.SpreadOp.MaxUnpool;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;

/** MaxUnpool: clears, finds which elements win, and writes those. */
final class MaxUnpoolKernel implements FixedKernel {
  private static final String MODULE = "unpool";

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    long[] x = in[0].layout().dims();
    node.inference()
        .check(Arrays.equals(x, in[1].layout().dims()), "indices should have the shape of x");
    Layout inner = Layout.contiguous(((MaxUnpool) node.op()).inner(node.inference()).maxDims());
    Layout y = out[0].layout();
    int elements = Math.toIntExact(in[0].layout().elements());
    return Winners.call(
        node,
        y.elements(),
        winners ->
            Calls.inOrder(
                List.of(
                    clear(node, winners, y),
                    find(node, in[1], winners, inner, y, elements),
                    write(node, in[0], winners, out[0]))));
  }

  private static Call clear(NodeSpec node, DeviceMemory winners, Layout y) {
    return new LaunchBuilder(node, MODULE, "unpool_clear")
        .memory(winners)
        .extent(y.elements())
        .over(Geometry.threads(y.elements()));
  }

  private static Call write(NodeSpec node, Operand x, DeviceMemory winners, Operand out) {
    long elements = out.layout().elements();
    return new LaunchBuilder(node, MODULE, Functions.byWidth("unpool_write", x.dtype()))
        .pointer(x)
        .memory(winners)
        .pointer(out)
        .extent(elements)
        .over(Geometry.threads(elements));
  }

  private static Call find(
      NodeSpec node, Operand indices, DeviceMemory winners, Layout inner, Layout y, int elements) {
    long[] strides = Layout.contiguous(y.dims()).strides();
    boolean isWhole = Arrays.equals(inner.dims(), y.dims());
    long[] slots = new Fields().i64(inner.elements()).add(inner.rank(), isWhole ? 1 : 0).slots();
    String range = " is outside of an output with " + inner.elements();
    return new LaunchBuilder(node, MODULE, "unpool_find")
        .pointer(indices)
        .memory(winners)
        .struct(slots.length, slots)
        .axes(inner.dims())
        .axes(strides)
        .extent(elements)
        .watch(Refusal.of(node, 0, "index ", List.of(range)))
        .over(Geometry.threads(elements));
  }
}
