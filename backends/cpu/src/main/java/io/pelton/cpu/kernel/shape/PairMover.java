package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Positions;
import io.pelton.cpu.block.Store;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Complex numbers, which take two slots of their array. */
final class PairMover implements Mover {
  private final Operand source;
  private final Operand out;
  private final Positions positions;
  private final Object pair;

  PairMover(Operand source, Operand out) {
    this.source = source;
    this.out = out;
    this.positions = Positions.of(source.layout());
    this.pair = source.dtype().carrier().allocate(2);
  }

  @Override
  public void move(int from, int count, int into) {
    if (count > 0) {
      positions.seek(from);
    }
    int to = 2 * ((int) out.offset() + into);
    for (int n = 0; n < count; n++) {
      int slot = 2 * ((int) source.offset() + positions.next());
      if (out.isNative()) {
        fetch(slot, pair, 0);
        Store.put(pair, 0, 2, out, to + 2 * n);
      } else {
        fetch(slot, out.heap().array(), out.heap().base() + to + 2 * n);
      }
    }
  }

  private void fetch(int slot, Object target, int to) {
    if (!source.isNative()) {
      System.arraycopy(source.heap().array(), source.heap().base() + slot, target, to, 2);
    } else if (source.dtype() == DType.C64) {
      source.memory().floats().get(slot, (float[]) target, to, 2);
    } else {
      source.memory().doubles().get(slot, (double[]) target, to, 2);
    }
  }
}
