package io.pelton.cuda.kernel.conv;

import io.pelton.cuda.launch.Geometry;
import io.pelton.engine.tensor.DType;

/**
 * The function of {@code conv.cu} that suits a convolution. All of them sum in one order.
 *
 * @param chunks of the kernels of a group, each for one thread; of those with tiles, none counts
 * @param extent images, or threads where a thread computes one place
 */
record ConvFunction(String name, int chunks, long extent, Geometry geometry) {
  /** Kernels of a group below which tiles would be mostly empty. */
  private static final int FEW_KERNELS = 16;

  private static final int KERNELS_PER_THREAD = 4;
  private static final int TILE = 64;
  private static final int LARGE_TILE = 128;
  private static final int THREADS = 256;

  /** Blocks that keep a device busy. */
  private static final long MANY_BLOCKS = 128;

  private static final int MAX_SIDE = 65535;

  /**
   * @param kernels of one group
   */
  static ConvFunction of(DType dtype, SpatialWindow window, int images, int groups, int kernels) {
    int places = Math.multiplyExact(images, window.outputPlane());
    if (kernels < FEW_KERNELS) {
      return direct(dtype, places, groups, kernels);
    }
    boolean isLarge = dtype == DType.F32 && isLarge(kernels, places, groups);
    String name = isLarge ? "conv_large" : "conv";
    name += window.isPointwise() ? "_pointwise" : window.isPadded() ? "_padded" : "";
    Geometry geometry = tiles(isLarge ? LARGE_TILE : TILE, kernels, places, groups);
    return new ConvFunction(Functions.of(name, dtype), 1, images, geometry);
  }

  private static ConvFunction direct(DType dtype, int places, int groups, int kernels) {
    String name = Functions.of(kernels == 1 ? "conv_direct" : "conv_narrow", dtype);
    int chunks = Math.toIntExact(tiles(kernels, kernels == 1 ? 1 : KERNELS_PER_THREAD));
    int threads = Math.multiplyExact(places, Math.multiplyExact(groups, chunks));
    return new ConvFunction(name, chunks, threads, Geometry.threads(threads));
  }

  private static boolean isLarge(int kernels, long places, int groups) {
    long blocks = tiles(kernels, LARGE_TILE) * tiles(places, LARGE_TILE) * groups;
    return kernels > TILE && blocks >= MANY_BLOCKS;
  }

  private static Geometry tiles(int side, int kernels, long places, int groups) {
    return Geometry.grid(
        tiles(places, side),
        Math.min(tiles(kernels, side), MAX_SIDE),
        Math.min(groups, MAX_SIDE),
        THREADS);
  }

  private static long tiles(long length, int side) {
    return (length + side - 1) / side;
  }
}
