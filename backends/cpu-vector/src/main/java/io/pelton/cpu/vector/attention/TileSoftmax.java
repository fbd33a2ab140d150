package io.pelton.cpu.vector.attention;

import io.pelton.cpu.kernel.reduce.SoftmaxLoop;
import io.pelton.cpu.kernel.reduce.Summation;
import io.pelton.cpu.vector.matmul.TileProduct;
import io.pelton.cpu.vector.reduce.Partials;
import io.pelton.cpu.vector.reduce.SoftmaxRuns;
import java.util.Arrays;

/** Softmax of the rows of a tile, in place. Not thread-safe; allocates nothing. */
final class TileSoftmax {
  private static final int DEPTH = TileProduct.DEPTH;

  private final int length;
  private final SoftmaxLoop<float[]> scalar = SoftmaxLoop.floats();
  private final float[] row;
  private final float[] most = new float[TileProduct.ROWS];
  private final float[] partials = new float[TileProduct.ROWS * Summation.PARTIALS];

  /**
   * @param length of a row
   */
  TileSoftmax(int length) {
    this.length = length;
    this.row = new float[length];
  }

  /**
   * Of rows that are multiplied first.
   *
   * @param factor above 0
   */
  void apply(float[] tile, int rows, float factor) {
    for (int r = 0; r < rows; r++) {
      most[r] = max(tile, r) * factor;
    }
    Arrays.fill(partials, 0, rows * Summation.PARTIALS, 0);
    for (int from = 0; from < length; from += DEPTH) {
      for (int r = 0; r < rows; r++) {
        if (Float.isFinite(most[r])) {
          SoftmaxRuns.powers(
              tile,
              at(from, r),
              count(from),
              factor,
              most[r],
              tile,
              at(from, r),
              partials,
              r * Summation.PARTIALS);
        }
      }
    }
    for (int r = 0; r < rows; r++) {
      if (Float.isFinite(most[r])) {
        multiply(tile, r, 1 / Partials.total(partials, r * Summation.PARTIALS));
      } else {
        multiply(tile, r, factor);
        applyScalar(tile, r);
      }
    }
  }

  private static int at(int from, int r) {
    return TileProduct.part(from) + r * TileProduct.STRIDE;
  }

  private int count(int from) {
    return Math.min(DEPTH, length - from);
  }

  private float max(float[] tile, int r) {
    float max = Float.NEGATIVE_INFINITY;
    for (int from = 0; from < length; from += DEPTH) {
      max = Math.max(max, SoftmaxRuns.max(tile, at(from, r), count(from)));
    }
    return max;
  }

  private void multiply(float[] tile, int r, float factor) {
    for (int from = 0; from < length; from += DEPTH) {
      SoftmaxRuns.multiply(tile, at(from, r), count(from), factor);
    }
  }

  /** Where NaN or an infinity is the largest. */
  private void applyScalar(float[] tile, int r) {
    for (int from = 0; from < length; from += DEPTH) {
      System.arraycopy(tile, at(from, r), row, from, count(from));
    }
    scalar.apply(row, 0, length, row, 0, 1);
    for (int from = 0; from < length; from += DEPTH) {
      System.arraycopy(row, from, tile, at(from, r), count(from));
    }
  }
}
