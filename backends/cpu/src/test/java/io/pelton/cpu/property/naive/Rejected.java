package io.pelton.cpu.property.naive;

import java.io.Serial;

/** An op is not defined for these operands. */
public final class Rejected extends RuntimeException {
  @Serial private static final long serialVersionUID = 1;

  Rejected(String reason) {
    super(reason);
  }

  static void unless(boolean condition, String reason) {
    if (!condition) {
      throw new Rejected(reason);
    }
  }
}
