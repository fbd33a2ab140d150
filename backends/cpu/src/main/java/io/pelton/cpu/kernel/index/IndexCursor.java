package io.pelton.cpu.kernel.index;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;

/** Walks the indices in row-major order, and counts negative ones from the end. */
final class IndexCursor {
  private final LongBlocks blocks;
  private int next;
  private int end;
  private int from;
  private int count;

  IndexCursor(Operand indices) {
    this.blocks = LongBlocks.of(indices, indices.layout(), RawBlocks.SIZE);
  }

  /** Goes to an element; none from {@code end} on is read. */
  void seek(int element, int end) {
    this.next = element;
    this.end = end;
    this.from = element;
    this.count = 0;
  }

  /** The current index; then moves on by one. */
  long next() {
    if (next == from + count) {
      from = next;
      count = Math.min(RawBlocks.SIZE, end - next);
      blocks.read(from, count);
    }
    long index = blocks.array()[blocks.at() + next - from];
    next++;
    return index;
  }
}
