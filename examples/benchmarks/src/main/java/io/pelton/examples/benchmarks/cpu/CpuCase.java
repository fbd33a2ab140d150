package io.pelton.examples.benchmarks.cpu;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;

/**
 * A model and one batch for it.
 *
 * @param name in the results
 * @param model as a file's bytes
 * @param inputs by name
 * @param target the ratio to ONNX Runtime that is aimed at
 */
record CpuCase(String name, byte[] model, Map<String, Tensor> inputs, double target) {
  /** The inputs in the order of the graph's. */
  Tensor[] tensors(NamedGraph graph) {
    return graph.inputPorts().stream()
        .map(port -> inputs.get(port.name()))
        .toArray(Tensor[]::new);
  }
}
