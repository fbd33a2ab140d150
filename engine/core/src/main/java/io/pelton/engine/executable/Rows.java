package io.pelton.engine.executable;

import io.pelton.engine.bind.ElementCopies;
import io.pelton.engine.error.RowOutOfRange;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/** One index of an axis. */
final class Rows {
  private Rows() {}

  /**
   * A copy on the host of index {@code row} of axis 0.
   *
   * @param name of the tensor, which is contiguous
   */
  static Tensor copy(String name, Tensor whole, long row, ElementCopies copies) {
    Tensor tensor = whole;
    if (tensor.dtype().bits() < Byte.SIZE && tensor.dtype() != DType.STRING) {
      tensor = copies.toHost(tensor);
    }
    long[] dims = tensor.dims();
    long rows = dims.length == 0 ? 0 : dims[0];
    check(name, row, rows);
    long[] inner = Arrays.copyOfRange(dims, 1, dims.length);
    long elements = Layout.elements(inner);
    long[] strides = Layout.contiguous(inner).strides();
    long start = tensor.layout().offset() + row * elements;
    return copies.toHost(new Tensor(tensor.storage(), Layout.of(inner, strides, start)));
  }

  static void check(String name, long row, long rows) {
    if (row < 0 || row >= rows) {
      throw new RowOutOfRange(name, row, rows);
    }
  }
}
