package io.pelton.cpu.vector;

import jdk.incubator.vector.FloatVector;

/** Asks the Vector API; loaded only where its module is. */
final class Widths {
  private Widths() {}

  static int preferredBits() {
    return FloatVector.SPECIES_PREFERRED.vectorBitSize();
  }
}
