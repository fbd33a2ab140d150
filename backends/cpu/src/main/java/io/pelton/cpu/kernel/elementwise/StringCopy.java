package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Strings as they are. */
final class StringCopy implements Call {
  private final Rows rows;
  private final StringBlocks x;
  private final Operand out;

  StringCopy(Rows rows, StringBlocks x, Operand out) {
    this.rows = rows;
    this.x = x;
    this.out = out;
  }

  @Override
  public void run(int activeRows) {
    StringStorage target = out.strings();
    target.clear();
    int end = rows.elements(activeRows);
    if (end > 0) {
      x.seek(0);
    }
    for (int n = 0; n < end; n++) {
      target.append(x.storage(), x.next());
    }
  }
}
