package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Takes slices of the data by their index along one axis. The output is, for each index of the axes
 * before it, one slice per index.
 */
final class GatherCall implements Call {
  private final Rows rows;
  private final Mover mover;
  private final LongBlocks indices;
  private final Operand out;
  private final int indexCount;
  private final int axisLength;
  private final int sliceLength;

  GatherCall(NodeSpec node, Operand[] in, Operand[] out) {
    Layout data = in[0].layout();
    int axis = node.inference().axis(((Gather) node.op()).axis(), data.rank());
    this.rows = new Rows(node, out[0]);
    this.mover = Mover.of(in[0], out[0]);
    this.indices = LongBlocks.of(in[1], in[1].layout(), RawBlocks.SIZE);
    this.out = out[0];
    this.indexCount = Math.toIntExact(in[1].layout().elements());
    this.axisLength = Math.toIntExact(data.dim(axis));
    long[] slice = Arrays.copyOfRange(data.dims(), axis + 1, data.rank());
    this.sliceLength = Math.toIntExact(Layout.elements(slice));
  }

  @Override
  public void run(int activeRows) {
    Mover.begin(out);
    int end = rows.elements(activeRows);
    int into = 0;
    for (int outer = 0; into < end; outer++) {
      for (int from = 0; from < indexCount && into < end; from += RawBlocks.SIZE) {
        int remaining = (end - into) / sliceLength;
        int count = Math.min(Math.min(RawBlocks.SIZE, indexCount - from), remaining);
        indices.read(from, count);
        for (int n = 0; n < count; n++) {
          int index = checked(indices.array()[indices.at() + n], into);
          mover.move((outer * axisLength + index) * sliceLength, sliceLength, into);
          into += sliceLength;
        }
      }
    }
  }

  private int checked(long index, int element) {
    if (index < -axisLength || index >= axisLength) {
      throw rows.invalid(
          element,
          "index " + index + " is outside of [" + -axisLength + ", " + (axisLength - 1) + "]");
    }
    return (int) (index < 0 ? index + axisLength : index);
  }
}
