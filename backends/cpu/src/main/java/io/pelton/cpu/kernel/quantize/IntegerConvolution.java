package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.conv.Accumulations;
import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.ConvPlane;
import io.pelton.engine.kernel.Operand;
import java.util.Arrays;

/**
 * Convolves {@code x - zx} with {@code w - zw} in wrapping 32-bit integers, one channel of the
 * output at a time. Allocates nothing once made.
 */
final class IntegerConvolution {
  /** Receives a channel of the output. */
  interface Channel {
    /**
     * @param index of the channel, over all images
     * @param kernel of the channel
     */
    void accept(int index, int kernel, int[] sums);
  }

  private final ConvGeometry geometry;
  private final ConvPlane<int[]> plane;
  private final ByteRows x;
  private final ByteRows w;
  private final Blocks<long[]> zeroOfX;
  private final Blocks<long[]> zeroOfW;
  private final int zeroStep;
  private final int[] sums;

  /**
   * @param zeroOfX null without one; likewise for w
   */
  IntegerConvolution(
      ConvGeometry geometry, Operand x, Operand zeroOfX, Operand w, Operand zeroOfW) {
    this.geometry = geometry;
    this.plane = new ConvPlane<>(geometry, Accumulations::ints);
    this.x = new ByteRows(x, x.layout(), geometry.channels() * geometry.inputPlane());
    this.w = new ByteRows(w, w.layout(), geometry.kernelSize());
    this.zeroOfX = Parameters.all(zeroOfX, Lane.LONGS);
    this.zeroOfW = Parameters.all(zeroOfW, Lane.LONGS);
    this.zeroStep = zeroOfW == null || zeroOfW.layout().elements() == 1 ? 0 : 1;
    this.sums = new int[geometry.outputPlane()];
  }

  void run(int images, Channel channel) {
    int kernels = geometry.groups() * geometry.kernels();
    int input = geometry.channels() * geometry.inputPlane();
    int zero = 0;
    if (zeroOfX != null) {
      zeroOfX.read(0, 1);
      zero = (int) zeroOfX.array()[zeroOfX.at()];
    }
    if (zeroOfW != null) {
      zeroOfW.read(0, zeroStep == 0 ? 1 : kernels);
    }
    for (int image = 0; image < images; image++) {
      for (int group = 0; group < geometry.groups(); group++) {
        int[] channels = x.read((image * geometry.groups() + group) * input, input, zero);
        for (int i = 0; i < geometry.kernels(); i++) {
          int kernel = group * geometry.kernels() + i;
          Arrays.fill(sums, 0);
          plane.accumulate(channels, 0, kernel(kernel), 0, sums, 0);
          channel.accept(image * kernels + kernel, kernel, sums);
        }
      }
    }
  }

  private int[] kernel(int kernel) {
    int zero = zeroOfW == null ? 0 : (int) zeroOfW.array()[zeroOfW.at() + kernel * zeroStep];
    return w.read(kernel * geometry.kernelSize(), geometry.kernelSize(), zero);
  }
}
