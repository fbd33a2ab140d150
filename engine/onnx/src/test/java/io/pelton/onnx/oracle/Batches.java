package io.pelton.onnx.oracle;

import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;

/** The batch sizes that every model is run with. */
final class Batches {
  private static final List<Integer> ROWS = List.of(7, 0, 1, 33);

  private Batches() {}

  static List<Map<String, Tensor>> of(IntFunction<Map<String, Tensor>> rows) {
    return ROWS.stream().map(rows::apply).toList();
  }
}
