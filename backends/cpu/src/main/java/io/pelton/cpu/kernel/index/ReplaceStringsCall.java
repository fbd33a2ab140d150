package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.kernel.shape.Mover;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/** Strings are appended in order, so that it is found out first which of them stay. */
final class ReplaceStringsCall implements Call {
  private static final int KEPT = -1;

  private final Rows rows;
  private final Places places;
  private final Mover data;
  private final Mover updates;
  private final Operand out;

  /** Of each element the update that replaces it. */
  private final int[] replacements;

  ReplaceStringsCall(NodeSpec node, Operand[] in, Operand[] out) {
    this.rows = new Rows(node, out[0]);
    this.places = Places.of(node, in[0], in[1]);
    this.data = Mover.of(in[0], out[0]);
    this.updates = Mover.of(in[2], out[0]);
    this.out = out[0];
    this.replacements = new int[Math.toIntExact(out[0].layout().elements())];
  }

  @Override
  public void run(int activeRows) {
    int elements = rows.elements(activeRows);
    Arrays.fill(replacements, 0, elements, KEPT);
    findReplacements(places.slices(activeRows), places.sliceLength());
    Mover.begin(out);
    for (int element = 0; element < elements; element++) {
      int update = replacements[element];
      if (update == KEPT) {
        data.move(element, 1, element);
      } else {
        updates.move(update, 1, element);
      }
    }
  }

  private void findReplacements(int slices, int length) {
    if (slices == 0) {
      return;
    }
    places.start(slices);
    for (int slice = 0; slice < slices; slice++) {
      int into = places.next();
      for (int n = 0; n < length; n++) {
        replacements[into + n] = slice * length + n;
      }
    }
  }
}
