package io.pelton.onnx.oracle;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.proto.ValueReader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Models with recorded inputs, in folders. */
final class Recorded {
  private Recorded() {}

  /** Empty for what the importer refuses. */
  static Optional<NamedGraph> load(Path file) {
    if (!OnnxModel.inspect(file).unsupported().isEmpty()) {
      return Optional.empty();
    }
    try {
      return Optional.of(OnnxModel.load(file).graph());
    } catch (OnnxException e) {
      return Optional.empty();
    }
  }

  /** The inputs of a set. */
  static Map<String, Tensor> inputs(Path folder, NamedGraph named) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (Port port : named.inputPorts()) {
      Path file = folder.resolve("input_" + inputs.size() + ".pb");
      inputs.put(port.name(), (Tensor) ValueReader.read(file, port.type()));
    }
    return inputs;
  }

  /** Outputs in a form that is equal where they are. */
  static Map<String, Flat> flat(Map<String, Value> outputs) {
    Map<String, Flat> flat = new LinkedHashMap<>();
    outputs.forEach((name, value) -> flat.put(name, Flat.of(value)));
    return flat;
  }
}
