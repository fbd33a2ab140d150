package io.pelton.cpu.kernel.quantize;

import io.pelton.cpu.block.RawBlocks;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.PackedWeights;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;

/**
 * The matrices [K, N] of I8 or U8 that rows are multiplied with. A constant that does not lie
 * row-major on the heap is packed once and shared.
 */
final class ByteMatrix {
  private record Packed(byte[] bytes) implements PackedWeights {
    @Override
    public long byteLength() {
      return bytes.length;
    }
  }

  private final RawBlocks raw;
  private final byte[] packed;
  private final int size;
  private final boolean isBatched;
  private final int mask;

  private ByteMatrix(RawBlocks raw, byte[] packed, int size, boolean isBatched, int mask) {
    this.raw = raw;
    this.packed = packed;
    this.size = size;
    this.isBatched = isBatched;
    this.mask = mask;
  }

  static ByteMatrix of(IntegerFactors factors) {
    Operand operand = factors.right();
    Layout view = factors.rightView();
    int size = factors.inner() * factors.columns();
    int mask = factors.rightMask();
    if (factors.isBatched()) {
      return new ByteMatrix(factors.rightMatrices(), null, size, true, mask);
    }
    byte[] packed =
        operand
            .constant()
            .filter(
                tensor ->
                    !view.isContiguous() || !tensor.storage().space().equals(MemorySpace.HEAP))
            .map(
                tensor ->
                    factors.node().prepared(tensor, Packed.class, () -> pack(operand, view, size)))
            .map(Packed::bytes)
            .orElse(null);
    RawBlocks raw = packed == null ? factors.rightMatrices() : null;
    return new ByteMatrix(raw, packed, size, false, mask);
  }

  private static Packed pack(Operand operand, Layout view, int size) {
    byte[] bytes = new byte[size];
    new RawBlocks(operand, view, 0).copy(0, size, bytes, 0);
    return new Packed(bytes);
  }

  boolean isBatched() {
    return isBatched;
  }

  void read(int batch) {
    if (raw != null) {
      raw.read(batch * size, size);
    }
  }

  /** {@code sum[j] = sum over i of a[i] * matrix[i][j]}, wrapping. */
  void multiply(int[] a, int inner, int[] sum, int at, int columns) {
    byte[] bytes = packed == null ? (byte[]) raw.array() : packed;
    int row = packed == null ? raw.at() : 0;
    for (int j = at; j < at + columns; j++) {
      sum[j] = 0;
    }
    for (int i = 0; i < inner; i++) {
      int factor = a[i];
      for (int j = 0; j < columns; j++) {
        sum[at + j] += factor * (bytes[row + j] & mask);
      }
      row += columns;
    }
  }
}
