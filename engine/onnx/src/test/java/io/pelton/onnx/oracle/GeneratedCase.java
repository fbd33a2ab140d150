package io.pelton.onnx.oracle;

import ai.onnx.proto.OnnxMl.ModelProto;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;

/**
 * A model and what to feed it.
 *
 * @param family which generator made it
 * @param seed by which it can be made again
 * @param batches inputs by name; axis 0 of each is the batch
 */
record GeneratedCase(
    String family, long seed, ModelProto model, List<Map<String, Tensor>> batches) {
  @Override
  public String toString() {
    return family + " case " + seed;
  }

  /** Rows of a batch. */
  static int rows(Map<String, Tensor> batch) {
    return Math.toIntExact(batch.values().iterator().next().layout().dim(0));
  }
}
