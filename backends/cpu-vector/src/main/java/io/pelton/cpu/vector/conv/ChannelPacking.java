package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;

/** Kernels in the panels of {@link ChannelTiles}, group by group; filled up with zeros. */
final class ChannelPacking {
  private ChannelPacking() {}

  /** Channels of one group, filled up. */
  static int channels(int kernels) {
    int channels = 0;
    while (channels < kernels) {
      channels += ChannelTiles.width(kernels - channels);
    }
    return channels;
  }

  /**
   * @param w kernels one after the other
   */
  static float[] pack(ConvGeometry geometry, float[] w) {
    int kernels = geometry.kernels();
    int depth = geometry.kernelSize();
    int perGroup = Math.multiplyExact(channels(kernels), depth);
    float[] packed = new float[Math.multiplyExact(geometry.groups(), perGroup)];
    for (int group = 0; group < geometry.groups(); group++) {
      for (int first = 0; first < kernels; ) {
        int width = ChannelTiles.width(kernels - first);
        int target = group * perGroup + first * depth;
        for (int c = 0; c < Math.min(width, kernels - first); c++) {
          int source = (group * kernels + first + c) * depth;
          for (int k = 0; k < depth; k++) {
            packed[target + k * width + c] = w[source + k];
          }
        }
        first += width;
      }
    }
    return packed;
  }
}
