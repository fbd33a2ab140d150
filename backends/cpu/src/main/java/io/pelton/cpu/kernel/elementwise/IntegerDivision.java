package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/**
 * Division that truncates towards zero and wraps where MIN is divided by -1. A zero divisor is
 * refused before its block is computed.
 */
final class IntegerDivision implements Call {
  private final Rows rows;
  private final Blocks<long[]> x;
  private final Blocks<long[]> y;
  private final Output<long[]> z;
  private final Binary<long[], long[]> loop;

  IntegerDivision(
      Rows rows,
      Blocks<long[]> x,
      Blocks<long[]> y,
      Output<long[]> z,
      Binary<long[], long[]> loop) {
    this.rows = rows;
    this.x = x;
    this.y = y;
    this.z = z;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    for (int from = 0; from < end; from += RawBlocks.SIZE) {
      int count = Math.min(RawBlocks.SIZE, end - from);
      x.read(from, count);
      y.read(from, count);
      checkDivisors(from, count);
      z.open(from, count);
      loop.apply(x.array(), x.at(), y.array(), y.at(), z.array(), z.at(), count);
      z.commit();
    }
  }

  private void checkDivisors(int from, int count) {
    long[] divisors = y.array();
    int at = y.at();
    for (int n = 0; n < count; n++) {
      if (divisors[at + n] == 0) {
        throw rows.invalid(from + n, "divides an integer by zero");
      }
    }
  }
}
