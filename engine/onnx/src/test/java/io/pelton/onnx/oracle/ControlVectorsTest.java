package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.proto.ValueReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The standard's own tests of operators that run graphs, and of TopK, with recorded values. */
class ControlVectorsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "test_if",
        "test_loop11",
        "test_scan9_multi_state",
        "test_scan9_scalar",
        "test_scan9_sum",
        "test_range_float_type_positive_delta_expanded",
        "test_range_int32_type_negative_delta_expanded",
        "test_linear_attention_gated_delta_gqa_expanded",
        "test_linear_attention_decode_step_expanded",
        "test_top_k_negative_axis",
        "test_top_k_same_values",
        "test_top_k_same_values_2d",
        "test_top_k_same_values_largest",
        "test_top_k_uint64"
      })
  void outputsAreTheRecordedOnes(String test) {
    Path suite = Path.of(System.getProperty("pelton.shared", "../shared")).resolve("onnx-suite");
    Path folder = suite.resolve("node").resolve(test);
    assumeTrue(Files.isDirectory(folder), "pelton.shared: no " + test + " in " + suite);
    NamedGraph named = OnnxModel.load(folder.resolve("model.onnx")).graph();
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (Port port : named.inputPorts()) {
      inputs.put(port.name(), vector(folder, "input", inputs.size(), port));
    }
    Backend backend = Backend.named("cpu", getClass().getClassLoader());
    RuleRegistry rules = RuleRegistry.standard(new Evaluator(backend, new Prepared()));
    Devices devices = Devices.of(backend);
    PlanOptions onHost = PlanOptions.pinnedTo(devices.host().id());
    Realization plain = Realization.of(named, inputs);
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, onHost)) {
      checkOutputs(folder, named, executor, plain);
      checkOutputs(folder, named, executor, plain.optimized(OptimizedGraph.of(named, rules)));
    }
  }

  private static void checkOutputs(
      Path folder, NamedGraph named, PipelinedExecutor executor, Realization realization) {
    try (Realized realized = executor.realize(realization)) {
      List<Port> ports = named.outputPorts();
      for (int i = 0; i < ports.size(); i++) {
        Tensor found = realized.onHost(named.outputs().get(ports.get(i).name()));
        Tensor expected = vector(folder, "output", i, ports.get(i));
        assertThat(found.dtype()).isEqualTo(expected.dtype());
        assertThat(found.dims()).containsExactly(expected.dims());
        double[] numbers = found.toDoubles();
        double[] recorded = expected.toDoubles();
        for (int at = 0; at < numbers.length; at++) {
          double tolerance = 1e-6 + 1e-5 * Math.abs(recorded[at]);
          assertThat(Math.abs(numbers[at] - recorded[at]))
              .as("%s, element %d", ports.get(i).name(), at)
              .isLessThanOrEqualTo(tolerance);
        }
      }
    }
  }

  private static Tensor vector(Path folder, String kind, int index, Port port) {
    Path file = folder.resolve("test_data_set_0").resolve(kind + "_" + index + ".pb");
    return (Tensor) ValueReader.read(file, port.type());
  }
}
