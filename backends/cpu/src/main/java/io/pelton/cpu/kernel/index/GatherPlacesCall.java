package io.pelton.cpu.kernel.index;

import io.pelton.cpu.kernel.shape.Mover;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/** Takes slices of the data, one after the other. */
final class GatherPlacesCall implements Call {
  private final Places places;
  private final Mover mover;
  private final Operand out;

  GatherPlacesCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.places = Places.of(node, in[0], in[1]);
    this.mover = Mover.of(in[0], out[0]);
    this.out = out[0];
  }

  @Override
  public void run(int activeRows) {
    Mover.begin(out);
    int slices = places.slices(activeRows);
    int length = places.sliceLength();
    if (slices == 0) {
      return;
    }
    places.start(slices);
    for (int slice = 0; slice < slices; slice++) {
      int from = places.next();
      if (length > 0) {
        mover.move(from, length, slice * length);
      }
    }
  }
}
