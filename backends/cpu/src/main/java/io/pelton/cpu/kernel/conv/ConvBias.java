package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.kernel.step.Steps;

/**
 * What is added to the channels of a convolution: the bias, or 0. Never -0, so that a sum of -0
 * becomes 0, and it makes no difference whether products with padding were added to it.
 */
public final class ConvBias<A> {
  private final Blocks<A> bias;
  private final Steps<A> steps;
  private final A summands;
  private final int count;

  /**
   * @param bias null for none
   */
  ConvBias(Blocks<A> bias, int count, Steps<A> steps) {
    this.bias = bias;
    this.steps = steps;
    this.count = count;
    this.summands = steps.lane().allocate(count);
  }

  /** To be called once a run: the bias may have changed. */
  public void read() {
    if (bias != null) {
      bias.read(0, count);
      steps.fill(summands, 0, count, 0);
      steps.add(summands, 0, bias.array(), bias.at(), count);
    }
  }

  /** Adds to one channel, from {@code k} on. */
  public void addTo(A y, int k, int channel, int size) {
    steps.addSingle(y, k, summands, channel, size);
  }
}
