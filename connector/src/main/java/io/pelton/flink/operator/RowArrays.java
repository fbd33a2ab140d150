package io.pelton.flink.operator;

import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Cuts a tensor into one array a row. */
final class RowArrays {
  private RowArrays() {}

  /**
   * @param width elements of a row
   * @return row {@code index} as float[], double[], long[], boolean[] or String[]
   */
  static IntFunction<Object> of(Tensor tensor, int width) {
    IntFunction<Object> boxes = Boxes.of(tensor);
    return switch (tensor.dtype()) {
      case STRING -> row -> range(row, width).mapToObj(boxes).toArray(String[]::new);
      case F32 -> singles(tensor, boxes, width);
      case F16, BF16 -> row -> floats(boxes, row, width);
      case F64 -> row -> range(row, width).mapToDouble(i -> (Double) boxes.apply(i)).toArray();
      case BOOL -> row -> truths(boxes, row, width);
      default -> row -> range(row, width).mapToLong(i -> (Long) boxes.apply(i)).toArray();
    };
  }

  /** Probabilities are nearly always this. */
  private static IntFunction<Object> singles(Tensor tensor, IntFunction<Object> boxes, int width) {
    if (tensor.storage() instanceof HeapStorage heap && tensor.layout().isContiguous()) {
      int base = heap.base() + Math.toIntExact(tensor.layout().offset());
      return row -> Arrays.copyOfRange(heap.floats(), base + row * width, base + (row + 1) * width);
    }
    return row -> floats(boxes, row, width);
  }

  private static IntStream range(int row, int width) {
    return IntStream.range(row * width, (row + 1) * width);
  }

  private static float[] floats(IntFunction<Object> boxes, int row, int width) {
    float[] floats = new float[width];
    for (int i = 0; i < width; i++) {
      floats[i] = (Float) boxes.apply(row * width + i);
    }
    return floats;
  }

  private static boolean[] truths(IntFunction<Object> boxes, int row, int width) {
    boolean[] truths = new boolean[width];
    for (int i = 0; i < width; i++) {
      truths[i] = (Boolean) boxes.apply(row * width + i);
    }
    return truths;
  }
}
