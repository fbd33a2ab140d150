package io.pelton.cpu.vector.quantize;

import io.pelton.cpu.block.LongBlocks;
import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.kernel.quantize.IntegerFactors;
import io.pelton.cpu.kernel.quantize.IntegerMultiplication;
import io.pelton.cpu.kernel.quantize.IntegerRows;
import io.pelton.cpu.vector.matmul.PanelProduct;
import java.util.Arrays;

/**
 * Multiplies bytes by panels of floats, part by part. A left element counts less its zero point, a
 * right one less the middle of its dtype; the rest of the right zero points is taken off
 * afterwards, times the sum of the left row.
 */
public final class PanelIntegers implements IntegerRows {
  private final RawBlocks left;
  private final int leftMask;
  private final LongBlocks leftZeros;
  private final LongBlocks rightZeros;
  private final int middle;
  private final ByteParts right;
  private final boolean isBatched;
  private final int matrixRows;
  private final int inner;
  private final int columns;
  private final int block;
  private final PanelProduct[] products;
  private final float[] x;
  private final float[] y;
  private final int[] sums;
  private final int[] offsets;
  private final int[] zeros;
  private int loaded;
  private int offsetsOf;
  private boolean hasOffsets;

  private PanelIntegers(IntegerFactors factors) {
    this.matrixRows = factors.matrixRows();
    this.inner = factors.inner();
    this.columns = factors.columns();
    this.isBatched = factors.isBatched();
    int most = isBatched ? matrixRows : factors.rows();
    this.block = PanelProduct.rows(most, inner, Math.max(columns, 2 * inner));
    this.left = factors.leftRows(block);
    this.leftMask = factors.leftMask();
    this.leftZeros = factors.leftZeros();
    this.rightZeros = factors.rightZeros();
    this.middle = ByteParts.middle(factors);
    this.right = ByteParts.of(factors);
    this.products =
        right.parts().stream()
            .map(part -> new PanelProduct(part.length(), columns, block))
            .toArray(PanelProduct[]::new);
    int longest = right.parts().stream().mapToInt(Part::length).max().orElse(0);
    this.x = new float[block * longest];
    this.y = new float[block * columns];
    this.sums = new int[block * columns];
    this.offsets = new int[columns];
    this.zeros = new int[block];
  }

  /** By panels; what is empty, by rows. */
  public static IntegerMultiplication multiplication() {
    IntegerMultiplication byRows = IntegerMultiplication.byRows();
    return factors ->
        factors.columns() == 0 || factors.inner() == 0
            ? byRows.bind(factors)
            : new PanelIntegers(factors);
  }

  @Override
  public int block() {
    return block;
  }

  @Override
  public void begin() {
    loaded = -1;
    offsetsOf = -1;
  }

  @Override
  public void integers(int row, int count, int[] y, int at) {
    for (int done = 0; done < count; ) {
      int rows = load(row + done, count - done);
      sum(rows, y, at + done * columns);
      done += rows;
    }
  }

  @Override
  public void scaled(int row, int count, float[] factors, float[] bias, float[] y, int at) {
    for (int done = 0; done < count; ) {
      int rows = load(row + done, count - done);
      scale(rows, factors, bias, y, at + done * columns);
      done += rows;
    }
  }

  /** Reads the operands of rows that share a matrix, and says how many these are. */
  private int load(int row, int count) {
    int batch = row / matrixRows;
    int rows = isBatched ? Math.min(count, (batch + 1) * matrixRows - row) : count;
    int matrix = isBatched ? batch : 0;
    if (matrix != loaded) {
      right.load(matrix);
      loaded = matrix;
    }
    readOffsets(isBatched ? batch : 0);
    left.read(row * inner, rows * inner);
    for (int r = 0; r < rows && leftZeros != null; r++) {
      leftZeros.read(row + r, 1);
      zeros[r] = (int) leftZeros.array()[leftZeros.at()];
    }
    return rows;
  }

  /** What each column's zero point is less than the middle, which its elements lack. */
  private void readOffsets(int batch) {
    if (batch == offsetsOf) {
      return;
    }
    Arrays.fill(offsets, middle);
    if (rightZeros != null) {
      rightZeros.read(batch * columns, columns);
      for (int j = 0; j < columns; j++) {
        offsets[j] -= (int) rightZeros.array()[rightZeros.at() + j];
      }
    }
    hasOffsets = false;
    for (int offset : offsets) {
      hasOffsets |= offset != 0;
    }
    offsetsOf = batch;
  }

  private void sum(int rows, int[] target, int at) {
    Arrays.fill(target, at, at + rows * columns, 0);
    for (int part = 0; part < products.length; part++) {
      multiply(part, rows, y, 0);
      Conversions.add(y, 0, target, at, rows * columns);
    }
    for (int r = 0; r < rows && hasOffsets; r++) {
      int total = total(r);
      int to = at + r * columns;
      for (int j = 0; j < columns; j++) {
        target[to + j] += total * offsets[j];
      }
    }
  }

  private void scale(int rows, float[] factors, float[] bias, float[] target, int at) {
    boolean isExact = products.length == 1 && !hasOffsets;
    if (isExact) {
      multiply(0, rows, target, at);
    } else {
      sum(rows, sums, 0);
    }
    for (int r = 0; r < rows; r++) {
      int to = at + r * columns;
      if (isExact) {
        Conversions.scale(factors, bias, target, to, columns);
      } else {
        Conversions.scale(sums, r * columns, factors, bias, target, to, columns);
      }
    }
  }

  private void multiply(int index, int rows, float[] target, int at) {
    Part part = right.parts().get(index);
    byte[] bytes = (byte[]) left.array();
    int length = part.length();
    for (int r = 0; r < rows; r++) {
      int from = left.at() + r * inner + part.from();
      Conversions.less(bytes, from, leftMask, zero(r), x, r * length, length);
    }
    products[index].multiply(x, 0, rows, part.panels(), target, at);
  }

  private int zero(int r) {
    return leftZeros == null ? 0 : zeros[r];
  }

  /** The sum of a left row, wrapping. */
  private int total(int r) {
    byte[] bytes = (byte[]) left.array();
    int from = left.at() + r * inner;
    int total = 0;
    for (int k = from; k < from + inner; k++) {
      total += bytes[k] & leftMask;
    }
    return total - inner * zero(r);
  }
}
