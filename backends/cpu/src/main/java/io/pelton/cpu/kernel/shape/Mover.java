package io.pelton.cpu.kernel.shape;

import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;

/** Moves elements of an operand, counted in row-major order, to an output. */
public interface Mover {
  /**
   * @param into the output's element; strings are appended instead, so that they have to come in
   *     the output's order
   */
  void move(int from, int count, int into);

  static Mover of(Operand source, Operand out) {
    return switch (source.dtype()) {
      case STRING -> new StringMover(source, out);
      case C64, C128 -> new PairMover(source, out);
      case I4, U4, F4E2M1, I2, U2 -> new PackedMover(source, out);
      default -> new SlotMover(source, out);
    };
  }

  /** Empties an output of strings. */
  static void begin(Operand out) {
    if (out.dtype() == DType.STRING) {
      out.strings().clear();
    }
  }
}
