package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.StringBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.StringStorage;

/** Strings. */
final class StringMover implements Mover {
  private final StringBlocks source;
  private final Operand out;

  StringMover(Operand source, Operand out) {
    this.source = StringBlocks.of(source, source.layout().dims());
    this.out = out;
  }

  @Override
  public void move(int from, int count, int into) {
    StringStorage target = out.strings();
    source.seek(from);
    for (int n = 0; n < count; n++) {
      target.append(source.storage(), source.next());
    }
  }
}
