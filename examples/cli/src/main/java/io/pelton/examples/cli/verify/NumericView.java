package io.pelton.examples.cli.verify;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;

/**
 * The same memory under a dtype that can be read as numbers: floats below 16 bits as their bits,
 * complex numbers with one more axis, for the real and the imaginary part.
 */
final class NumericView {
  private NumericView() {}

  static Tensor of(Tensor tensor) {
    return switch (tensor.dtype()) {
      case F8E4M3FN, F8E4M3FNUZ, F8E5M2, F8E5M2FNUZ, F8E8M0 -> as(DType.U8, tensor);
      case F4E2M1 -> as(DType.U4, tensor);
      case C64 -> parts(DType.F32, tensor);
      case C128 -> parts(DType.F64, tensor);
      default -> tensor;
    };
  }

  private static Tensor as(DType dtype, Tensor tensor) {
    return new Tensor(storage(dtype, tensor.storage(), 1), tensor.layout());
  }

  private static Tensor parts(DType dtype, Tensor tensor) {
    Layout layout = tensor.layout();
    int rank = layout.rank();
    long[] dims = Arrays.copyOf(layout.dims(), rank + 1);
    dims[rank] = 2;
    long[] strides = Arrays.copyOf(layout.strides(), rank + 1);
    for (int axis = 0; axis < rank; axis++) {
      strides[axis] *= 2;
    }
    strides[rank] = 1;
    return new Tensor(
        storage(dtype, tensor.storage(), 2), Layout.of(dims, strides, 2 * layout.offset()));
  }

  private static Storage storage(DType dtype, Storage storage, int elementsPerElement) {
    if (storage instanceof HeapStorage heap) {
      int length = Math.toIntExact(heap.length() * elementsPerElement);
      return HeapStorage.wrap(dtype, heap.array(), heap.base(), length);
    }
    return NativeStorage.wrap(dtype, ((NativeStorage) storage).bytes(), () -> {});
  }
}
