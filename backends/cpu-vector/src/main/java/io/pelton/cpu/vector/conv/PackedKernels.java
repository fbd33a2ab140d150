package io.pelton.cpu.vector.conv;

import io.pelton.engine.kernel.PackedWeights;

/**
 * Constant kernels in the order in which a call takes them, shared by all executables.
 *
 * @param groups of the convolution that they were packed for
 * @param array null where a kernel has elements that are not finite
 */
record PackedKernels(int groups, float[] array) implements PackedWeights {
  @Override
  public long byteLength() {
    return array == null ? 0 : 4L * array.length;
  }
}
