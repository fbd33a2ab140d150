package io.pelton.engine.realize;

import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.PlanKey;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Map;

/**
 * What an inquiry found.
 *
 * @param computed outputs of nodes that own bodies
 * @param elements copies of small tensors of integers
 */
record Findings(Map<ValueId, Value> computed, Map<ValueId, Tensor> elements) {
  /** All that a plan made of them depends on. */
  PlanKey key() {
    PlanKey key = new PlanKey();
    key.start(-1);
    computed
        .values()
        .forEach(
            value -> {
              if (value instanceof Tensor tensor) {
                key.addInput(tensor, false);
              }
            });
    elements
        .values()
        .forEach(
            tensor -> {
              key.addInput(tensor, false);
              key.addValues(tensor);
            });
    return key;
  }
}
