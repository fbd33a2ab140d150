package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;
import io.pelton.cpu.kernel.conv.ConvOperands;

/** Convolves vectors of channels, panel by panel: for few outputs. */
final class ChannelCall extends ImageCall {
  private final PhasedImage image;
  private final int[] taps;
  private final float[] w;
  private final int perGroup;
  private final int kernels;
  private final float[] sums = new float[ChannelTiles.POSITIONS * ChannelTiles.WIDE];

  /**
   * @param w as {@link ChannelPacking} leaves them
   */
  ChannelCall(ConvOperands<float[]> operands, PhasedImage image, float[] w) {
    super(operands);
    ConvGeometry geometry = operands.geometry();
    this.image = image;
    this.taps = image.taps();
    this.w = w;
    this.kernels = geometry.kernels();
    this.perGroup = ChannelPacking.channels(kernels) * taps.length;
  }

  @Override
  void convolve(float[] x, int i, int group, float[] y, int k) {
    image.load(x, i);
    for (int first = 0; first < kernels; ) {
      int width = ChannelTiles.width(kernels - first);
      int from = group * perGroup + first * taps.length;
      for (int row = 0; row < image.rows(); row++) {
        row(row, width, from, first, y, k);
      }
      first += width;
    }
  }

  private void row(int row, int width, int from, int first, float[] y, int k) {
    int columns = image.columns();
    int plane = image.rows() * columns;
    int channels = Math.min(width, kernels - first);
    int p = image.row(row);
    for (int column = 0; column < columns; ) {
      int positions = ChannelTiles.positions(columns - column);
      ChannelTiles.multiply(width, positions, image.array(), taps, w, from, p + column, sums);
      int to = k + first * plane + row * columns + column;
      for (int c = 0; c < channels; c++) {
        for (int n = 0; n < positions; n++) {
          y[to + c * plane + n] = sums[n * width + c];
        }
      }
      column += positions;
    }
  }
}
