package io.pelton.cpu.vector.conv;

import io.pelton.engine.kernel.PackedWeights;

/**
 * Constant kernels in the order in which a call takes them, shared by all executables.
 *
 * @param groups of the convolution that they were packed for
 * @param array null where a kernel has elements that are not finite
 */
record PackedKernels(int groups, float[] array) implements PackedWeights {
  /** Those in panels, of a class of its own so that both can be kept of one tensor. */
  record Panels(PackedKernels kernels) implements PackedWeights {
    @Override
    public long byteLength() {
      return kernels.byteLength();
    }
  }

  @Override
  public long byteLength() {
    return array == null ? 0 : 4L * array.length;
  }
}
