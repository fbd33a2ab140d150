package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.ConvOperands;

/** Convolves vectors of outputs, tile of channels by tile of channels. */
final class PositionCall extends ImageCall {
  private final PhasedImage image;
  private final int[] taps;
  private final int[] starts;
  private final float[] w;
  private final int perGroup;
  private final int kernels;
  private final int pitch;
  private final float[] sums;

  /**
   * @param w as {@link PositionPacking} leaves them
   */
  PositionCall(ConvOperands<float[]> operands, PhasedImage image, Cover cover, float[] w) {
    super(operands);
    ConvGeometry geometry = operands.geometry();
    this.image = image;
    this.taps = image.taps();
    this.starts = cover.starts();
    this.w = w;
    this.kernels = geometry.kernels();
    this.perGroup = PositionPacking.channels(kernels) * taps.length;
    this.pitch = cover.end();
    this.sums = new float[PositionTiles.CHANNELS * pitch];
  }

  @Override
  void convolve(float[] x, int i, int group, float[] y, int k) {
    image.load(x, i);
    int size = image.rows() * image.columns();
    for (int first = 0; first < kernels; ) {
      int height = PositionTiles.height(kernels - first, kernels);
      int from = group * perGroup + first * taps.length;
      PositionTiles.multiply(height, image.array(), taps, w, from, starts, sums, pitch);
      for (int c = 0; c < Math.min(height, kernels - first); c++) {
        image.gather(sums, c * pitch, y, k + (first + c) * size);
      }
      first += height;
    }
  }
}
