package io.pelton.cuda.launch;

/**
 * How many blocks of how many threads a launch has.
 *
 * @param sharedBytes of dynamic shared memory, for each block
 */
public record Geometry(
    int gridX, int gridY, int gridZ, int blockX, int blockY, int blockZ, int sharedBytes) {
  private static final int MAX_SIDE = 65535;

  /** Threads of a block where nothing speaks for another number. */
  public static final int BLOCK = 256;

  public Geometry {
    if (gridX < 0 || gridY < 0 || gridZ < 0 || gridY > MAX_SIDE || gridZ > MAX_SIDE) {
      throw new IllegalArgumentException("a grid of " + gridX + " x " + gridY + " x " + gridZ);
    }
  }

  /** Blocks of {@link #BLOCK} threads, one thread for each of so many items. */
  public static Geometry threads(long items) {
    return blocks((items + BLOCK - 1) / BLOCK, BLOCK);
  }

  /** One row of blocks. */
  public static Geometry blocks(long blocks, int threads) {
    return new Geometry(Math.toIntExact(blocks), 1, 1, threads, 1, 1, 0);
  }

  /** A grid of blocks of threads in one row. */
  public static Geometry grid(long x, long y, long z, int threads) {
    return new Geometry(
        Math.toIntExact(x), Math.toIntExact(y), Math.toIntExact(z), threads, 1, 1, 0);
  }

  /** This, with dynamic shared memory. */
  public Geometry sharing(int bytes) {
    return new Geometry(gridX, gridY, gridZ, blockX, blockY, blockZ, bytes);
  }

  /** True where there is nothing to compute. */
  boolean isEmpty() {
    return gridX == 0 || gridY == 0 || gridZ == 0;
  }
}
