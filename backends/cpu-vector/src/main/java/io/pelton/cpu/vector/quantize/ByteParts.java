package io.pelton.cpu.vector.quantize;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.cpu.kernel.quantize.IntegerFactors;
import io.pelton.cpu.vector.matmul.PanelProduct;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The right matrix in parts, its bytes less {@link #middle}: packed once, or anew where they change
 * between runs.
 */
final class ByteParts {
  /** Of a left element less its zero point. */
  private static final int LARGEST_LEFT = 255;

  /** Of a right element less the middle. */
  private static final int LARGEST_RIGHT = 128;

  /** What the magnitudes of the right elements may add up to; then sums stay within 24 bits. */
  private static final int LIMIT = (1 << 24) / LARGEST_LEFT;

  private final RawBlocks matrices;
  private final float[] scratch;
  private final List<Part> parts;
  private final int columns;
  private final int middle;
  private final int mask;

  private ByteParts(IntegerFactors factors, RawBlocks matrices, List<Part> parts) {
    this.matrices = matrices;
    this.parts = parts;
    this.columns = factors.columns();
    this.middle = middle(factors);
    this.mask = factors.rightMask();
    int longest = parts.stream().mapToInt(Part::length).max().orElse(0);
    this.scratch = matrices == null ? null : new float[longest * columns];
  }

  static ByteParts of(IntegerFactors factors) {
    return factors
        .constantRight()
        .map(constant -> factors.node().prepared(constant, PackedParts.class, () -> pack(factors)))
        .map(packed -> new ByteParts(factors, null, packed.parts()))
        .orElseGet(() -> new ByteParts(factors, factors.rightMatrices(), evenParts(factors)));
  }

  static int middle(IntegerFactors factors) {
    return factors.isRightUnsigned() ? 128 : 0;
  }

  List<Part> parts() {
    return parts;
  }

  /** Makes a matrix ready; the only one where there is one for all. */
  void load(int matrix) {
    if (matrices == null) {
      return;
    }
    int size = parts.stream().mapToInt(Part::length).sum() * columns;
    matrices.read(matrix * size, size);
    for (Part part : parts) {
      pack(matrices, mask, middle, columns, part, scratch);
    }
  }

  /** Whatever the bytes are. */
  private static List<Part> evenParts(IntegerFactors factors) {
    int most = LIMIT / LARGEST_RIGHT;
    List<Part> parts = new ArrayList<>();
    for (int from = 0; from < factors.inner(); from += most) {
      int length = Math.min(most, factors.inner() - from);
      parts.add(new Part(from, length, PanelProduct.panels(length, factors.columns())));
    }
    return parts;
  }

  /** As few as these bytes allow. */
  private static PackedParts pack(IntegerFactors factors) {
    int inner = factors.inner();
    int columns = factors.columns();
    RawBlocks matrices = factors.rightMatrices();
    matrices.read(0, inner * columns);
    List<Part> parts = new ArrayList<>();
    for (int from = 0; from < inner; ) {
      int length = exactLength(factors, matrices, from);
      Part part = new Part(from, length, PanelProduct.panels(length, columns));
      float[] scratch = new float[length * columns];
      pack(matrices, factors.rightMask(), middle(factors), columns, part, scratch);
      parts.add(part);
      from += length;
    }
    return new PackedParts(parts);
  }

  /** How many steps from one on have sums within the limit in every column. */
  private static int exactLength(IntegerFactors factors, RawBlocks matrix, int from) {
    int columns = factors.columns();
    byte[] bytes = (byte[]) matrix.array();
    int middle = middle(factors);
    int[] sums = new int[columns];
    for (int k = from; k < factors.inner(); k++) {
      int row = matrix.at() + k * columns;
      for (int j = 0; j < columns; j++) {
        sums[j] += Math.abs((bytes[row + j] & factors.rightMask()) - middle);
      }
      if (Arrays.stream(sums).max().orElse(0) > LIMIT) {
        return k - from;
      }
    }
    return factors.inner() - from;
  }

  private static void pack(
      RawBlocks matrix, int mask, int middle, int columns, Part part, float[] scratch) {
    int from = matrix.at() + part.from() * columns;
    int count = part.length() * columns;
    Conversions.less((byte[]) matrix.array(), from, mask, middle, scratch, 0, count);
    PanelProduct.pack(scratch, 0, part.length(), columns, part.panels());
  }
}
