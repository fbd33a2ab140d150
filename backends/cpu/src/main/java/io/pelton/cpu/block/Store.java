package io.pelton.cpu.block;

import io.pelton.engine.kernel.Operand;

/** Copies arrays of an operand's carrier into native memory, in which the operand lies. */
public final class Store {
  private Store() {}

  /**
   * @param slot counted from the start of the operand's storage
   */
  public static void put(Object source, int from, int count, Operand target, int slot) {
    switch (target.dtype().carrier()) {
      case FLOATS -> target.memory().floats().put(slot, (float[]) source, from, count);
      case DOUBLES -> target.memory().doubles().put(slot, (double[]) source, from, count);
      case LONGS -> target.memory().longs().put(slot, (long[]) source, from, count);
      case INTS -> target.memory().ints().put(slot, (int[]) source, from, count);
      case SHORTS -> target.memory().shorts().put(slot, (short[]) source, from, count);
      case BYTES -> target.memory().bytes().put(slot, (byte[]) source, from, count);
      case STRINGS -> throw new IllegalStateException("strings are not stored in native memory");
    }
  }
}
