package io.pelton.flink.operator;

import io.pelton.engine.tensor.ElementReader;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.StringStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.function.IntFunction;

/** Reads single elements of a tensor as objects of a prediction's classes. */
final class Boxes {
  private Boxes() {}

  /** Element {@code index} in row-major order: String, Long, Float, Double or Boolean. */
  static IntFunction<Object> of(Tensor tensor) {
    Layout layout = tensor.layout();
    int start = Math.toIntExact(layout.offset());
    boolean contiguous = layout.isContiguous();
    IntFunction<Object> element = element(tensor);
    return contiguous
        ? index -> element.apply(start + index)
        : index -> element.apply(Math.toIntExact(layout.position(index)));
  }

  /**
   * Puts one element a record into {@code records[i][column]}, where they lie one after the other
   * on the heap.
   *
   * @return false, with nothing put, where they don't
   */
  static boolean fill(Tensor tensor, Object[][] records, int rows, int column) {
    Layout layout = tensor.layout();
    if (!(tensor.storage() instanceof HeapStorage heap)
        || !layout.isContiguous()
        || layout.rank() == 0
        || layout.dim(0) != rows
        || layout.elements() != rows) {
      return false;
    }
    int from = heap.base() + Math.toIntExact(layout.offset());
    switch (tensor.dtype()) {
      case F32 -> singles(heap.floats(), from, records, rows, column);
      case I64 -> longs(heap.longs(), from, records, rows, column);
      default -> {
        return false;
      }
    }
    return true;
  }

  private static void singles(float[] floats, int from, Object[][] records, int rows, int column) {
    for (int row = 0; row < rows; row++) {
      records[row][column] = floats[from + row];
    }
  }

  private static void longs(long[] longs, int from, Object[][] records, int rows, int column) {
    for (int row = 0; row < rows; row++) {
      records[row][column] = longs[from + row];
    }
  }

  private static IntFunction<Object> element(Tensor tensor) {
    if (tensor.storage() instanceof StringStorage strings) {
      return strings::get;
    }
    ElementReader reader = ElementReader.of(tensor.storage());
    return switch (tensor.dtype()) {
      case F32 -> single(tensor, reader);
      case F16, BF16 -> at -> (float) reader.doubleAt(at);
      case F64 -> reader::doubleAt;
      case BOOL -> at -> reader.longAt(at) != 0;
      default -> reader::longAt;
    };
  }

  private static IntFunction<Object> single(Tensor tensor, ElementReader reader) {
    if (tensor.storage() instanceof HeapStorage heap) {
      float[] floats = heap.floats();
      int base = heap.base();
      return at -> floats[base + at];
    }
    return at -> (float) reader.doubleAt(at);
  }
}
