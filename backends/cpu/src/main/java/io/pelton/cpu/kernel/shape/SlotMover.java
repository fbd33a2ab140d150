package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;

/** Elements that take one slot of their array. */
final class SlotMover implements Mover {
  private final RawBlocks source;
  private final Operand out;

  SlotMover(Operand source, Operand out) {
    this.source = new RawBlocks(source, source.layout(), 0);
    this.out = out;
  }

  @Override
  public void move(int from, int count, int into) {
    source.copy(from, count, out.heap().array(), out.base() + into);
  }
}
