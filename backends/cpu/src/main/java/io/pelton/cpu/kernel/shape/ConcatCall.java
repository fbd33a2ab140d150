package io.pelton.cpu.kernel.shape;

import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/** Takes from each operand in turn what one index of the axes before the joined one covers. */
final class ConcatCall implements Call {
  private final int slicesPerRow;
  private final Mover[] movers;
  private final int[] lengths;
  private final Operand out;

  ConcatCall(NodeSpec node, Operand[] in, Operand[] out) {
    Layout joined = out[0].layout();
    int axis = node.inference().axis(((Concat) node.op()).axis(), joined.rank());
    int slices = Math.toIntExact(Layout.elements(Arrays.copyOf(joined.dims(), axis)));
    this.slicesPerRow = slices / node.rows();
    this.movers = new Mover[in.length];
    this.lengths = new int[in.length];
    this.out = out[0];
    for (int operand = 0; operand < in.length; operand++) {
      movers[operand] = Mover.of(in[operand], out[0]);
      long[] slice = Arrays.copyOfRange(in[operand].layout().dims(), axis, joined.rank());
      lengths[operand] = Math.toIntExact(Layout.elements(slice));
    }
  }

  @Override
  public void run(int activeRows) {
    Mover.begin(out);
    int slices = activeRows * slicesPerRow;
    int into = 0;
    for (int slice = 0; slice < slices; slice++) {
      for (int operand = 0; operand < movers.length; operand++) {
        int length = lengths[operand];
        if (length > 0) {
          movers[operand].move(slice * length, length, into);
          into += length;
        }
      }
    }
  }
}
