package io.pelton.cpu.kernel.matmul;

import io.pelton.engine.kernel.PackedWeights;

/** The transposed constant, of a class of its own so that both can be kept of one tensor. */
record PackedTranspose(PackedMatrix matrix) implements PackedWeights {
  @Override
  public long byteLength() {
    return matrix.byteLength();
  }
}
