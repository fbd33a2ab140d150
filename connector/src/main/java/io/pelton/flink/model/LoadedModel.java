package io.pelton.flink.model;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.kernel.Device;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.annotation.Internal;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A compiled model, which any number of slots run.
 *
 * @param sha256 of the file it came from
 * @param nodeInputs by node name, for nodes that depend on one input, that input
 */
@Internal
public record LoadedModel(CompiledGraph compiled, String sha256, Map<String, String> nodeInputs) {
  private static final Logger LOG = LoggerFactory.getLogger(LoadedModel.class);

  /** Reads, imports and compiles; takes as long as that takes. */
  static LoadedModel load(ModelSpec spec, ClassLoader loader) {
    long start = System.nanoTime();
    CompileOptions options = CompileOptions.on(spec.backend(), loader);
    ModelSpec.Source source = spec.read(loader);
    Map<String, String> nodeInputs = NodeInputs.of(source.graph());
    CompiledGraph compiled = CompiledGraph.compile(source.graph(), options);
    LOG.info(
        "Loaded model '{}' from {}: sha256 {}, {} bytes, {} ms, on {}, {} bytes of weights",
        spec.name(),
        spec.location(),
        source.sha256(),
        source.bytes(),
        (System.nanoTime() - start) / 1_000_000,
        options.devices().all().stream().map(LoadedModel::describe).toList(),
        compiled.weightBytes());
    return new LoadedModel(compiled, source.sha256(), nodeInputs);
  }

  private static String describe(Device device) {
    return device + " (" + device.backend().description() + ")";
  }

  /** The model input on which a node works, where it is exactly one. */
  public Optional<String> inputOf(String node) {
    return Optional.ofNullable(nodeInputs.get(node));
  }
}
