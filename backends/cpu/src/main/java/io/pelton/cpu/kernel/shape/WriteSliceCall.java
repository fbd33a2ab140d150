package io.pelton.cpu.kernel.shape;

import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Writes the update over the target, up to twice an outer index where it wraps around. */
final class WriteSliceCall implements Call {
  private final NodeSpec node;
  private final WriteSlice op;
  private final RegionWriter writer;
  private final Operand start;
  private final int outerPerRow;
  private final int length;
  private final int written;
  private final int inner;

  WriteSliceCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.node = node;
    this.op = (WriteSlice) node.op();
    node.inference().check(op.symbols().isEmpty(), "no length is bound to " + op.symbols());
    Layout target = out[0].layout();
    int axis = node.inference().axis(op.axis(), target.rank());
    long outer = Layout.elements(Arrays.copyOf(target.dims(), axis));
    this.writer = new RegionWriter(in[1], out[0]);
    this.start = in.length > 2 ? in[2] : null;
    this.outerPerRow = Math.toIntExact(outer / node.rows());
    this.length = Math.toIntExact(target.dim(axis));
    this.written = Math.toIntExact(in[1].layout().dim(axis));
    this.inner =
        Math.toIntExact(
            Layout.elements(Arrays.copyOfRange(target.dims(), axis + 1, target.rank())));
  }

  @Override
  public void run(int activeRows) {
    int first = first();
    int straight = Math.min(written, length - first);
    int outer = activeRows * outerPerRow;
    for (int i = 0; i < outer; i++) {
      int from = i * written * inner;
      int into = i * length * inner;
      writer.write(from, straight * inner, into + first * inner);
      writer.write(from + straight * inner, (written - straight) * inner, into);
    }
  }

  private int first() {
    long at = op.start().constant() + (start == null ? 0 : start.longs()[start.base()]);
    if (op.rotating()) {
      return length == 0 ? 0 : (int) Math.floorMod(at, (long) length);
    }
    if (at < 0 || at > length - written) {
      throw node.invalid(
          -1,
          "start "
              + at
              + " of an update of length "
              + written
              + " is outside of [0, "
              + (length - written)
              + "]");
    }
    return (int) at;
  }
}
