package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.kernel.Call;

/** Spreads image by image, one channel of the output at a time. */
final class ConvTransposeCall<A> implements Call {
  /**
   * @param images of a row of the node
   * @param channels of x in a group
   * @param kernels channels of the output in a group
   * @param kernelSize elements of one kernel
   * @param input elements of a channel of x
   * @param output elements of a channel of the output
   */
  record Sizes(
      int images, int groups, int channels, int kernels, int kernelSize, int input, int output) {}

  private final Sizes sizes;
  private final SpreadPlane<A> plane;
  private final Blocks<A> x;
  private final Blocks<A> w;
  private final Blocks<A> bias;
  private final Output<A> out;
  private final Steps<A> steps;

  /**
   * @param bias null without one
   */
  ConvTransposeCall(
      Sizes sizes,
      SpreadPlane<A> plane,
      Blocks<A> x,
      Blocks<A> w,
      Blocks<A> bias,
      Output<A> out,
      Steps<A> steps) {
    this.sizes = sizes;
    this.plane = plane;
    this.x = x;
    this.w = w;
    this.bias = bias;
    this.out = out;
    this.steps = steps;
  }

  @Override
  public void run(int activeRows) {
    int groups = sizes.groups();
    w.read(0, groups * sizes.channels() * sizes.kernels() * sizes.kernelSize());
    if (bias != null) {
      bias.read(0, groups * sizes.kernels());
    }
    int input = sizes.channels() * sizes.input();
    for (int group = 0; group < activeRows * sizes.images() * groups; group++) {
      x.read(group * input, input);
      for (int kernel = 0; kernel < sizes.kernels(); kernel++) {
        channel(group, kernel);
      }
    }
  }

  /**
   * @param group counted over all images
   * @param kernel of the group
   */
  private void channel(int group, int kernel) {
    int size = sizes.output();
    out.open((group * sizes.kernels() + kernel) * size, size);
    A y = out.array();
    int k = out.at();
    steps.fill(y, k, size, 0);
    int first = group % sizes.groups() * sizes.channels();
    for (int channel = 0; channel < sizes.channels(); channel++) {
      int weights = ((first + channel) * sizes.kernels() + kernel) * sizes.kernelSize();
      int from = x.at() + channel * sizes.input();
      plane.spread(x.array(), from, w.array(), w.at() + weights, y, k);
    }
    if (bias != null) {
      int at = group % sizes.groups() * sizes.kernels() + kernel;
      steps.addSingle(y, k, bias.array(), bias.at() + at, size);
    }
    out.commit();
  }
}
