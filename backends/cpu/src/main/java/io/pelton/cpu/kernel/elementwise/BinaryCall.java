package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Rows;
import io.pelton.engine.kernel.Call;

/** Runs a loop over two operands. */
final class BinaryCall<A, B> implements Call {
  private final Rows rows;
  private final Blocks<A> x;
  private final Blocks<A> y;
  private final Output<B> z;
  private final Binary<A, B> loop;

  BinaryCall(Rows rows, Blocks<A> x, Blocks<A> y, Output<B> z, Binary<A, B> loop) {
    this.rows = rows;
    this.x = x;
    this.y = y;
    this.z = z;
    this.loop = loop;
  }

  @Override
  public void run(int activeRows) {
    int end = rows.elements(activeRows);
    boolean isInPlace = x.isInPlace() && y.isInPlace() && z.isInPlace();
    int size = isInPlace ? RawBlocks.LONG_SIZE : RawBlocks.SIZE;
    for (int from = 0; from < end; from += size) {
      int count = Math.min(size, end - from);
      x.read(from, count);
      y.read(from, count);
      z.open(from, count);
      loop.apply(x.array(), x.at(), y.array(), y.at(), z.array(), z.at(), count);
      z.commit();
    }
  }
}
