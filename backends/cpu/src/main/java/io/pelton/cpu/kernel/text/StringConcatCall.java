package io.pelton.cpu.kernel.text;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Joins pairs of strings; its buffer grows to the longest result and stays. */
final class StringConcatCall implements Call {
  private final Rows rows;
  private final StringBlocks x;
  private final StringBlocks y;
  private final Operand out;
  private byte[] joined = new byte[64];

  StringConcatCall(NodeSpec node, Operand[] in, Operand[] out) {
    long[] dims = out[0].layout().dims();
    this.rows = new Rows(node, out[0]);
    this.x = StringBlocks.of(in[0], dims);
    this.y = StringBlocks.of(in[1], dims);
    this.out = out[0];
  }

  @Override
  public void run(int activeRows) {
    StringStorage target = out.strings();
    target.clear();
    int end = rows.elements(activeRows);
    if (end > 0) {
      x.seek(0);
      y.seek(0);
    }
    for (int n = 0; n < end; n++) {
      append(x.next(), y.next(), target);
    }
  }

  private void append(int left, int right, StringStorage target) {
    int length = Math.addExact(x.storage().byteLength(left), y.storage().byteLength(right));
    if (joined.length < length) {
      joined = new byte[(int) Math.min(Integer.MAX_VALUE - 8, 2L * length)];
    }
    int middle = x.storage().copy(left, joined, 0);
    y.storage().copy(right, joined, middle);
    target.append(joined, 0, length);
  }
}
