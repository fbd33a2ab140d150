package io.pelton.cpu.vector.conv;

import io.pelton.cpu.kernel.conv.ConvGeometry;

/** Kernels in the tiles of {@link PositionTiles}, group by group; filled up with zeros. */
final class PositionPacking {
  private PositionPacking() {}

  /** Channels of one group, filled up. */
  static int channels(int kernels) {
    int channels = 0;
    while (channels < kernels) {
      channels += PositionTiles.height(kernels - channels, kernels);
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
        int height = PositionTiles.height(kernels - first, kernels);
        int target = group * perGroup + first * depth;
        for (int c = 0; c < Math.min(height, kernels - first); c++) {
          int source = (group * kernels + first + c) * depth;
          for (int k = 0; k < depth; k++) {
            packed[target + k * height + c] = w[source + k];
          }
        }
        first += height;
      }
    }
    return packed;
  }
}
