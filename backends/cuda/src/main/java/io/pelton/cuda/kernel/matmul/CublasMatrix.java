package io.pelton.cuda.kernel.matmul;

import java.util.Optional;

/**
 * A matrix as cuBLAS takes it. What lies row by row here is to cuBLAS, which goes by columns, the
 * transposed matrix.
 *
 * @param isByColumns whether it lies column by column
 * @param leading elements from one row, or column, to the next
 * @param batchStride elements from one matrix to the next
 */
record CublasMatrix(boolean isByColumns, int leading, long batchStride) {
  /** Empty where neither rows nor columns are contiguous, or where they overlap. */
  static Optional<CublasMatrix> of(
      long rows, long columns, long rowStride, long columnStride, long batchStride) {
    if (batchStride < 0) {
      return Optional.empty();
    }
    if ((columns == 1 || columnStride == 1) && (rows == 1 || isLeading(rowStride, columns))) {
      return Optional.of(
          new CublasMatrix(false, (int) (rows == 1 ? columns : rowStride), batchStride));
    }
    if ((rows == 1 || rowStride == 1) && (columns == 1 || isLeading(columnStride, rows))) {
      return Optional.of(
          new CublasMatrix(true, (int) (columns == 1 ? rows : columnStride), batchStride));
    }
    return Optional.empty();
  }

  private static boolean isLeading(long stride, long length) {
    return stride >= length && stride <= Integer.MAX_VALUE;
  }
}
