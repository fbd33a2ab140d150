package io.pelton.cpu.vector.conv;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Output;
import io.pelton.cpu.kernel.conv.ConvBias;
import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.ConvOperands;
import io.pelton.cpu.kernel.step.Steps;
import io.pelton.engine.graph.Activation;
import io.pelton.engine.kernel.Call;

/** Convolves group by group of image by image. */
abstract class ImageCall implements Call {
  private final ConvGeometry geometry;
  private final int imagesPerRow;
  private final Blocks<float[]> x;
  private final ConvBias<float[]> bias;
  private final Output<float[]> out;
  private final Steps<float[]> steps;
  private final Activation activation;

  ImageCall(ConvOperands<float[]> operands) {
    this.geometry = operands.geometry();
    this.imagesPerRow = operands.imagesPerRow();
    this.x = operands.images();
    this.bias = operands.sums();
    this.out = operands.output(geometry.kernels());
    this.steps = operands.steps();
    this.activation = operands.activation();
  }

  /**
   * Sums all channels of one group of an image.
   *
   * @param x channels of the input from {@code i} on
   * @param y takes channels of the output from {@code k} on
   */
  abstract void convolve(float[] x, int i, int group, float[] y, int k);

  @Override
  public final void run(int activeRows) {
    bias.read();
    int groups = geometry.groups();
    int input = geometry.channels() * geometry.inputPlane();
    int output = geometry.kernels() * geometry.outputPlane();
    for (int image = 0; image < activeRows * imagesPerRow; image++) {
      for (int group = 0; group < groups; group++) {
        x.read((image * groups + group) * input, input);
        out.open((image * groups + group) * output, output);
        convolve(x.array(), x.at(), group, out.array(), out.at());
        finish(group, out.array(), out.at());
        out.commit();
      }
    }
  }

  private void finish(int group, float[] y, int k) {
    int size = geometry.outputPlane();
    int all = geometry.kernels() * size;
    steps.round(y, k, all);
    for (int kernel = 0; kernel < geometry.kernels(); kernel++) {
      bias.addTo(y, k + kernel * size, group * geometry.kernels() + kernel, size);
    }
    steps.activate(activation, y, k, all);
  }
}
