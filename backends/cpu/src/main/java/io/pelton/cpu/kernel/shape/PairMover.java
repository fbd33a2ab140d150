package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Positions;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Complex numbers, which take two slots of their array. */
final class PairMover implements Mover {
  private final Operand source;
  private final Operand out;
  private final Positions positions;

  PairMover(Operand source, Operand out) {
    this.source = source;
    this.out = out;
    this.positions = Positions.of(source.layout());
  }

  @Override
  public void move(int from, int count, int into) {
    if (count > 0) {
      positions.seek(from);
    }
    int to = out.heap().base() + 2 * ((int) out.offset() + into);
    for (int n = 0; n < count; n++) {
      pair(2 * ((int) source.offset() + positions.next()), to + 2 * n);
    }
  }

  private void pair(int slot, int to) {
    if (!source.isNative()) {
      int at = source.heap().base() + slot;
      System.arraycopy(source.heap().array(), at, out.heap().array(), to, 2);
    } else if (source.dtype() == DType.C64) {
      source.memory().floats().get(slot, out.floats(), to, 2);
    } else {
      source.memory().doubles().get(slot, out.doubles(), to, 2);
    }
  }
}
