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
  private final ConvBias<A> bias;
  private final Output<A> out;
  private final Steps<A> steps;
  private final Activation activation;

  ConvCall(ConvOperands<A> operands, Accumulation<A> accumulation) {
    this.geometry = operands.geometry();
    this.plane = new ConvPlane<>(geometry, accumulation);
    this.imagesPerRow = operands.imagesPerRow();
    this.x = operands.images();
    this.w = operands.weights();
    this.bias = operands.sums();
    this.out = operands.output(1);
    this.steps = operands.steps();
    this.activation = operands.activation();
  }

  @Override
  public void run(int activeRows) {
    int images = activeRows * imagesPerRow;
    int kernels = geometry.groups() * geometry.kernels();
    w.read(0, kernels * geometry.kernelSize());
    bias.read();
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
    bias.addTo(y, k, kernel, size);
    steps.activate(activation, y, k, size);
    out.commit();
  }
}
