package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Spells numbers. */
final class NumbersToStrings<A> implements Call {
  @FunctionalInterface
  interface Spelling<A> {
    String of(A x, int i);
  }

  private final Rows rows;
  private final Blocks<A> x;
  private final Spelling<A> spelling;
  private final Operand out;

  NumbersToStrings(Rows rows, Blocks<A> x, Spelling<A> spelling, Operand out) {
    this.rows = rows;
    this.x = x;
    this.spelling = spelling;
    this.out = out;
  }

  @Override
  public void run(int activeRows) {
    StringStorage target = out.strings();
    target.clear();
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.read(from, count);
      for (int n = 0; n < count; n++) {
        target.append(spelling.of(x.array(), x.at() + n));
      }
    }
  }
}
