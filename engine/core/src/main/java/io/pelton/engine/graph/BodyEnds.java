package io.pelton.engine.graph;

import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType.TensorType;
import java.util.List;

/** The ends of a body by their positions. */
final class BodyEnds {
  private final Inference in;
  private final List<Port> inputs;
  private final List<Port> outputs;

  /**
   * @param in of the node that owns the body
   */
  BodyEnds(Inference in, NamedGraph body) {
    this.in = in;
    this.inputs = body.inputPorts();
    this.outputs = body.outputPorts();
    for (ValueId input : body.inputs().values()) {
      StorageClass storage = body.graph().storageClass(input.node());
      in.check(storage == StorageClass.SHARED, "an input of a body can't be " + storage.label());
    }
  }

  /** Refuses bodies with fewer ends. */
  void checkEnds(int leastInputs, int leastOutputs) {
    in.check(
        inputs.size() >= leastInputs,
        "the body should have at least " + leastInputs + " inputs but has " + inputs.size());
    in.check(
        outputs.size() >= leastOutputs,
        "the body should have at least " + leastOutputs + " outputs but has " + outputs.size());
  }

  int inputs() {
    return inputs.size();
  }

  int outputs() {
    return outputs.size();
  }

  String inputName(int position) {
    return inputs.get(position).name();
  }

  TensorType input(int position) {
    return tensor("input", inputs.get(position));
  }

  TensorType output(int position) {
    return tensor("output", outputs.get(position));
  }

  private TensorType tensor(String what, Port port) {
    if (port.type() instanceof TensorType tensor) {
      return tensor;
    }
    throw in.invalid(
        what + " '" + port.name() + "' of the body should be a tensor but is " + port.type());
  }
}
