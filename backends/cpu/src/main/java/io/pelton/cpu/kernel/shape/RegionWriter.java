package io.pelton.cpu.kernel.shape;

import io.pelton.cpu.block.Positions;
import io.pelton.engine.kernel.Operand;

/** Moves elements of an operand into a target of any strides, and touches no others. */
final class RegionWriter {
  private final Mover mover;
  private final Positions positions;

  RegionWriter(Operand source, Operand target) {
    this.mover = Mover.of(source, target);
    this.positions = Positions.of(target.layout());
  }

  /** Both sides count elements in row-major order. */
  void write(int from, int count, int into) {
    if (count > 0) {
      positions.seek(into);
    }
    int done = 0;
    while (done < count) {
      int run = Math.min(positions.run(), count - done);
      if (positions.step() == 1) {
        mover.move(from + done, run, positions.position());
      } else {
        for (int n = 0; n < run; n++) {
          mover.move(from + done + n, 1, positions.position() + n * positions.step());
        }
      }
      positions.advance(run);
      done += run;
    }
  }
}
