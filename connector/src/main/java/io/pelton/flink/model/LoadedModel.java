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
 * @param version that the model itself says it is; empty where it says nothing
 * @param nodeInputs by node name, for nodes that depend on one input, that input
 */
@Internal
public record LoadedModel(
    CompiledGraph compiled, String sha256, String version, Map<String, String> nodeInputs) {
  private static final Logger LOG = LoggerFactory.getLogger(LoadedModel.class);

  /**
   * Imports and compiles; takes as long as that takes.
   *
   * @param rows of a usual batch
   * @param start when loading began, in nanoseconds
   */
  static LoadedModel load(
      ModelSpec spec, CompileOptions options, ModelFiles files, int rows, long start) {
    ModelSpec.Source source = spec.source(files);
    files.forgetBytes();
    Map<String, String> nodeInputs = NodeInputs.of(source.graph());
    int nodes = PlanSummary.nodes(source.graph());
    CompiledGraph compiled = CompiledGraph.compile(source.graph(), options);
    String plan = PlanSummary.of(compiled, nodes, rows);
    LOG.info(
        "Loaded model '{}' from {}: {}sha256 {}, {} bytes, {} ms, on {}, {}",
        spec.name(),
        spec.location(),
        source.version().isEmpty() ? "" : "version " + source.version() + ", ",
        source.sha256(),
        source.bytes(),
        (System.nanoTime() - start) / 1_000_000,
        options.devices().all().stream().map(LoadedModel::describe).toList(),
        plan);
    return new LoadedModel(compiled, source.sha256(), source.version(), nodeInputs);
  }

  private static String describe(Device device) {
    return device + " (" + device.backend().description() + ")";
  }

  /** The model input on which a node works, where it is exactly one. */
  public Optional<String> inputOf(String node) {
    return Optional.ofNullable(nodeInputs.get(node));
  }
}
