package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.shape.Mover;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** The data with slices replaced. */
final class ReplaceCall implements Call {
  private final Rows rows;
  private final Places places;
  private final Mover data;
  private final Mover updates;

  ReplaceCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.rows = new Rows(node, out[0]);
    this.places = Places.of(node, in[0], in[1]);
    this.data = Mover.of(in[0], out[0]);
    this.updates = Mover.of(in[2], out[0]);
  }

  @Override
  public void run(int activeRows) {
    int elements = rows.elements(activeRows);
    int slices = places.slices(activeRows);
    int length = places.sliceLength();
    if (elements > 0) {
      data.move(0, elements, 0);
    }
    if (slices == 0) {
      return;
    }
    places.start(slices);
    for (int slice = 0; slice < slices; slice++) {
      int into = places.next();
      if (length > 0) {
        updates.move(slice * length, length, into);
      }
    }
  }
}
