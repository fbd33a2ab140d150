package io.pelton.cpu.vector.matmul;

import io.pelton.engine.kernel.PackedWeights;

/** The transposed constant, of a class of its own so that both can be kept of one tensor. */
record PackedTransposedPanels(PackedPanels panels) implements PackedWeights {
  @Override
  public long byteLength() {
    return panels.byteLength();
  }
}
