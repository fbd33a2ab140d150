package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.block.Store;
import io.pelton.cpu.block.Transposition;
import io.pelton.engine.kernel.Operand;

/** Elements that take one slot of their array. */
final class SlotMover implements Mover {
  private final RawBlocks source;
  private final Transposition transposed;
  private final Operand out;
  private Object scratch;

  SlotMover(Operand source, Operand out) {
    this.source = new RawBlocks(source, source.layout(), 0);
    this.transposed = Transposition.of(source, source.layout()).orElse(null);
    this.out = out;
  }

  @Override
  public void move(int from, int count, int into) {
    if (out.isNative()) {
      moveToMemory(from, count, (int) out.offset() + into);
    } else if (transposed != null && transposed.covers(from, count)) {
      transposed.copy(from, count, out.heap().array(), out.base() + into);
    } else {
      source.copy(from, count, out.heap().array(), out.base() + into);
    }
  }

  private void moveToMemory(int from, int count, int into) {
    if (scratch == null) {
      scratch = out.dtype().carrier().allocate(RawBlocks.SIZE);
    }
    for (int done = 0; done < count; done += RawBlocks.SIZE) {
      int block = Math.min(RawBlocks.SIZE, count - done);
      source.copy(from + done, block, scratch, 0);
      Store.put(scratch, 0, block, out, into + done);
    }
  }
}
