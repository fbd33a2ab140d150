package io.pelton.cpu.kernel.text;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.graph.TextOp.StringSplit;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Writes the parts of strings, as many of each. */
final class SplitCall implements Call {
  private final Splitter splitter;
  private final int width;
  private final Rows rows;
  private final StringBlocks x;
  private final Operand out;

  SplitCall(NodeSpec node, Operand[] in, Operand[] out) {
    StringSplit op = (StringSplit) node.op();
    this.splitter = new Splitter(op.splitting());
    this.width = Math.toIntExact(op.width().max());
    this.rows = new Rows(node, out[0]);
    this.x = StringBlocks.of(in[0], in[0].layout().dims());
    this.out = out[0];
  }

  @Override
  public void run(int activeRows) {
    StringStorage target = out.strings();
    target.clear();
    int end = width == 0 ? 0 : rows.elements(activeRows) / width;
    if (end > 0) {
      x.seek(0);
    }
    for (int n = 0; n < end; n++) {
      splitter.start(x.storage(), x.next());
      for (int part = 0; part < width; part++) {
        if (splitter.next()) {
          target.append(splitter.text(), splitter.from(), splitter.to() - splitter.from());
        } else {
          target.append(splitter.text(), 0, 0);
        }
      }
    }
  }
}
