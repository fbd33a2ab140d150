package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.engine.graph.SpreadOp.MaxUnpool;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Puts elements where their indices say. */
final class MaxUnpoolCall implements Call {
  private final NodeSpec node;
  private final int count;
  private final int size;
  private final Layout inner;
  private final Layout outer;
  private final boolean isWhole;
  private final Blocks<double[]> x;
  private final Blocks<long[]> indices;
  private final Output<double[]> out;

  private MaxUnpoolCall(NodeSpec node, Operand[] in, Operand out) {
    this.node = node;
    Layout layout = in[0].layout();
    this.count = Math.toIntExact(layout.elements());
    this.outer = Layout.contiguous(out.layout().dims());
    this.size = Math.toIntExact(outer.elements());
    this.inner = Layout.contiguous(((MaxUnpool) node.op()).inner(node.inference()).maxDims());
    this.isWhole = Arrays.equals(inner.dims(), outer.dims());
    this.x = Lane.DOUBLES.blocks(in[0], layout, count);
    this.indices = Lane.LONGS.blocks(in[1], in[1].layout(), count);
    this.out = Lane.DOUBLES.output(out, size);
  }

  static Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    node.inference()
        .check(
            Arrays.equals(in[0].layout().dims(), in[1].layout().dims()),
            "indices should have the shape of x");
    return new MaxUnpoolCall(node, in, out[0]);
  }

  @Override
  public void run(int activeRows) {
    x.read(0, count);
    indices.read(0, count);
    out.open(0, size);
    double[] y = out.array();
    int k = out.at();
    Arrays.fill(y, k, k + size, 0);
    for (int i = 0; i < count; i++) {
      long index = indices.array()[indices.at() + i];
      if (index < 0 || index >= inner.elements()) {
        throw node.invalid(
            -1, "index " + index + " is outside of an output with " + inner.elements());
      }
      y[k + (isWhole ? (int) index : place(index))] = x.array()[x.at() + i];
    }
    out.commit();
  }

  /** Where in the output an element of its inner part lies. */
  private int place(long index) {
    long rest = index;
    long place = 0;
    for (int axis = 0; axis < inner.rank(); axis++) {
      place += rest / inner.stride(axis) * outer.stride(axis);
      rest %= inner.stride(axis);
    }
    return (int) place;
  }
}
