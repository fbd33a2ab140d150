package io.pelton.cpu.vector.matmul;

import io.pelton.engine.kernel.PackedWeights;

/** A constant right operand in panels, shared by all executables. */
record PackedPanels(float[] array) implements PackedWeights {
  @Override
  public long byteLength() {
    return 4L * array.length;
  }
}
