package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.engine.kernel.Operand;

/** Makes floats of exact sums: {@code sum * (left scale * right scale)}, in that order. */
final class Rescaling {
  private final Blocks<float[]> left;
  private final Blocks<float[]> right;
  private final int step;
  private final float[] factors;

  /**
   * @param left one element
   * @param right one element, or one for each channel
   */
  Rescaling(Operand left, Operand right, int channels) {
    this.left = Parameters.all(left, Lane.FLOATS);
    this.right = Parameters.all(right, Lane.FLOATS);
    this.step = right.layout().elements() == 1 ? 0 : 1;
    this.factors = new float[channels];
  }

  /** Reads the scales. */
  void begin() {
    left.read(0, 1);
    right.read(0, step == 0 ? 1 : factors.length);
    float common = left.array()[left.at()];
    for (int channel = 0; channel < factors.length; channel++) {
      factors[channel] = common * right.array()[right.at() + channel * step];
    }
  }

  /** The scale of each channel's sums. */
  float[] factors() {
    return factors;
  }

  /** Many sums of one channel. */
  void channel(int channel, int[] sums, int count, float[] y, int at) {
    float factor = factors[channel];
    for (int i = 0; i < count; i++) {
      y[at + i] = sums[i] * factor;
    }
  }
}
