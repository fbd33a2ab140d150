package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;

/**
 * The data with slices combined with updates, in the array type in which it is computed: narrower
 * elements are rounded once, at the end.
 *
 * @param <A> that array type
 */
final class CombineCall<A> implements Call {
  private final Rows rows;
  private final Places places;
  private final Blocks<A> data;
  private final Blocks<A> updates;
  private final Output<A> out;
  private final Combining<A> combining;

  /** All of the output. */
  private final A work;

  CombineCall(NodeSpec node, Operand[] in, Operand out, Lane<A> lane, Combining<A> combining) {
    this.rows = new Rows(node, out);
    this.places = Places.of(node, in[0], in[1]);
    this.data = lane.blocks(in[0], in[0].layout(), RawBlocks.SIZE);
    this.updates = lane.blocks(in[2], in[2].layout(), RawBlocks.SIZE);
    this.out = lane.output(out);
    this.combining = combining;
    this.work = lane.allocate(Math.toIntExact(out.layout().elements()));
  }

  @Override
  public void run(int activeRows) {
    int elements = rows.elements(activeRows);
    for (int from = 0; from < elements; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, elements - from);
      data.read(from, count);
      copy(data.array(), data.at(), work, from, count);
    }
    combine(places.slices(activeRows), places.sliceLength());
    for (int from = 0; from < elements; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, elements - from);
      out.open(from, count);
      copy(work, from, out.array(), out.at(), count);
      out.commit();
    }
  }

  private void combine(int slices, int length) {
    if (slices == 0) {
      return;
    }
    places.start(slices);
    int at = 0;
    int read = 0;
    for (int slice = 0; slice < slices; slice++) {
      int into = places.next();
      for (int done = 0; done < length; ) {
        if (at == read) {
          at = 0;
          int from = slice * length + done;
          read = Math.min(RawBlocks.SIZE, slices * length - from);
          updates.read(from, read);
        }
        int count = Math.min(read - at, length - done);
        combining.apply(work, into + done, updates.array(), updates.at() + at, count);
        at += count;
        done += count;
      }
    }
  }

  @SuppressWarnings("SuspiciousSystemArraycopy")
  private static void copy(Object source, int from, Object target, int to, int count) {
    System.arraycopy(source, from, target, to, count);
  }
}
