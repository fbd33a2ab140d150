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
 * @param agreement how close the results of both sides are
 * @param operations multiplications and additions of a product's run; 0 where it is none
 */
record CpuCase(
    String name,
    byte[] model,
    Map<String, Tensor> inputs,
    double target,
    Agreement agreement,
    double operations) {
  CpuCase(
      String name, byte[] model, Map<String, Tensor> inputs, double target, Agreement agreement) {
    this(name, model, inputs, target, agreement, 0);
  }

  /** Results agree element by element. */
  CpuCase(String name, byte[] model, Map<String, Tensor> inputs, double target) {
    this(name, model, inputs, target, Agreement.ELEMENTS);
  }

  /** The inputs in the order of the graph's. */
  Tensor[] tensors(NamedGraph graph) {
    return graph.inputPorts().stream().map(port -> inputs.get(port.name())).toArray(Tensor[]::new);
  }
}
