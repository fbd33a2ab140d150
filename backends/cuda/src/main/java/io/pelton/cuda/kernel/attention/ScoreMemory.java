package io.pelton.cuda.kernel.attention;

import io.pelton.engine.tensor.DType;

/**
 * Shared memory for the scores of a block's queries: with all keys where that fits, else with one
 * tile of them.
 *
 * @param rowStride elements from one query's scores to the next one's; odd, so that they lie in
 *     different banks
 * @param bytes in all
 */
record ScoreMemory(boolean isResident, long rowStride, int bytes) {
  /** Keys of a tile. */
  private static final int TILE = 64;

  /** With what the kernels take beside it, within the 48 KiB that every block may have. */
  private static final int LIMIT = 24 << 10;

  static ScoreMemory of(Queries queries, long keys, DType dtype) {
    long width = dtype == DType.F64 ? Double.BYTES : Float.BYTES;
    boolean isResident = (keys | 1) * queries.count() * width <= LIMIT;
    long rowStride = isResident ? keys | 1 : TILE + 1;
    return new ScoreMemory(
        isResident, rowStride, Math.toIntExact(rowStride * queries.count() * width));
  }
}
