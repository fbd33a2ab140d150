package io.pelton.cpu.kernel.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.kernel.Call;

/** Convolves image by image, one channel of the output at a time. */
final class ConvCall<A> implements Call {
  private final ConvGeometry geometry;
  private final ConvPlane<A> plane;
  private final int imagesPerRow;
  private final Blocks<A> x;
  private final Blocks<A> w;
  private final Blocks<A> bias;
  private final Output<A> out;
  private final Steps<A> steps;
  private final Activation activation;

  /**
   * @param bias null without one
   */
  ConvCall(
      ConvGeometry geometry,
      Accumulation<A> accumulation,
      int imagesPerRow,
      Blocks<A> x,
      Blocks<A> w,
      Blocks<A> bias,
      Output<A> out,
      Steps<A> steps,
      Activation activation) {
    this.geometry = geometry;
    this.plane = new ConvPlane<>(geometry, accumulation);
    this.imagesPerRow = imagesPerRow;
    this.x = x;
    this.w = w;
    this.bias = bias;
    this.out = out;
    this.steps = steps;
    this.activation = activation;
  }

  @Override
  public void run(int activeRows) {
    int images = activeRows * imagesPerRow;
    int kernels = geometry.groups() * geometry.kernels();
    w.read(0, kernels * geometry.kernelSize());
    if (bias != null) {
      bias.read(0, kernels);
    }
    int input = geometry.channels() * geometry.inputPlane();
    for (int image = 0; image < images; image++) {
      for (int group = 0; group < geometry.groups(); group++) {
        x.read((image * geometry.groups() + group) * input, input);
        for (int kernel = 0; kernel < geometry.kernels(); kernel++) {
          channel(image * kernels, group * geometry.kernels() + kernel);
        }
      }
    }
  }

  private void channel(int before, int kernel) {
    int size = geometry.outputPlane();
    out.open((before + kernel) * size, size);
    A y = out.array();
    int k = out.at();
    steps.fill(y, k, size, 0);
    plane.accumulate(x.array(), x.at(), w.array(), w.at() + kernel * geometry.kernelSize(), y, k);
    steps.round(y, k, size);
    if (bias != null) {
      steps.addSingle(y, k, bias.array(), bias.at() + kernel, size);
    }
    steps.activate(activation, y, k, size);
    out.commit();
  }
}
