package io.pelton.cpu.kernel.fused;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;

/**
 * An input of a program, broadcast to the output. A single element is repeated once a run instead
 * of once a block, and once for all runs where it never changes.
 */
final class Source<A> {
  private final Blocks<A> blocks;
  private final A repeated;
  private final boolean isConstant;
  private final Slot<A> slot = new Slot<>();

  /**
   * @param view lengths and strides in which the operand is seen; they broadcast to {@code dims},
   *     or are of one element
   */
  Source(Lane<A> lane, Operand operand, Layout view, long... dims) {
    boolean isSingle = view.elements() == 1;
    this.blocks =
        isSingle
            ? lane.blocks(operand, view, 1)
            : lane.blocks(operand, view.broadcastTo(dims), RawBlocks.SIZE);
    this.repeated = isSingle ? lane.allocate(RawBlocks.SIZE) : null;
    this.isConstant = operand.constant().isPresent();
    if (isSingle && isConstant) {
      repeat(RawBlocks.SIZE);
    }
  }

  boolean isSingle() {
    return repeated != null;
  }

  Slot<A> slot() {
    return slot;
  }

  /**
   * Called before the blocks of a run are read.
   *
   * @param length of the longest block
   */
  void begin(int length) {
    if (repeated != null && !isConstant) {
      repeat(length);
    }
  }

  private void repeat(int length) {
    blocks.read(0, 1);
    System.arraycopy(blocks.array(), blocks.at(), repeated, 0, 1);
    for (int done = 1; done < length; done *= 2) {
      System.arraycopy(repeated, 0, repeated, done, Math.min(done, length - done));
    }
    slot.array = repeated;
  }

  void read(int from, int count) {
    if (repeated == null) {
      blocks.read(from, count);
      slot.array = blocks.array();
      slot.at = blocks.at();
    }
  }
}
