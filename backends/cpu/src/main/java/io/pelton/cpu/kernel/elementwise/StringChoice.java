package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Where on strings. */
final class StringChoice implements Call {
  private final Rows rows;
  private final Blocks<long[]> condition;
  private final StringBlocks x;
  private final StringBlocks y;
  private final Operand out;

  StringChoice(Rows rows, Blocks<long[]> condition, StringBlocks x, StringBlocks y, Operand out) {
    this.rows = rows;
    this.condition = condition;
    this.x = x;
    this.y = y;
    this.out = out;
  }

  @Override
  public void run(int activeRows) {
    StringStorage target = out.strings();
    target.clear();
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      condition.read(from, count);
      x.seek(from);
      y.seek(from);
      for (int n = 0; n < count; n++) {
        int left = x.next();
        int right = y.next();
        if (condition.array()[condition.at() + n] != 0) {
          target.append(x.storage(), left);
        } else {
          target.append(y.storage(), right);
        }
      }
    }
  }
}
