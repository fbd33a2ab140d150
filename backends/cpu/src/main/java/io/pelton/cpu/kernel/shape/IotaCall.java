package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;

/**
 * Counts along an axis.
 *
 * @param <A> what the output is written from
 */
final class IotaCall<A> implements Call {
  /** Stores an index. */
  interface Store<A> {
    void set(A array, int at, int index);
  }

  private final Rows rows;
  private final Output<A> out;
  private final Store<A> store;
  private final int length;
  private final int inner;

  IotaCall(NodeSpec node, Operand out, Lane<A> lane, Store<A> store) {
    Layout layout = out.layout();
    int axis = node.inference().axis(((Iota) node.op()).axis(), layout.rank());
    this.rows = new Rows(node, out);
    this.out = lane.output(out);
    this.store = store;
    this.length = Math.toIntExact(layout.dim(axis));
    this.inner =
        Math.toIntExact(
            Layout.elements(Arrays.copyOfRange(layout.dims(), axis + 1, layout.rank())));
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      out.open(from, count);
      for (int n = 0; n < count; n++) {
        store.set(out.array(), out.at() + n, (from + n) / inner % length);
      }
      out.commit();
    }
  }
}
