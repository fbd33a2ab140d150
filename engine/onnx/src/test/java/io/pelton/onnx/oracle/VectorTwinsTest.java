package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.cpu.vector.VectorBackendProvider;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.SharedModels;
import io.pelton.onnx.StandardSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Every operator and every model gives the same bits with vector kernels and without. */
class VectorTwinsTest {
  private final Backend scalar = Backend.open(new CpuBackendProvider());
  private final Backend vector = Backend.open(new VectorBackendProvider());
  private final Map<String, String> different = new TreeMap<>();
  private int compared;

  @Test
  void everyModel() {
    for (String model : SharedModels.names()) {
      compare(model, SharedModels.file(model));
    }
    assertThat(different).isEmpty();
    assertThat(compared).isGreaterThan(30);
  }

  @Test
  void everyOperatorOfTheStandardsTests() {
    StandardSuite.models()
        .forEach(file -> compare(file.getParent().getFileName().toString(), file));
    assertThat(different).isEmpty();
    assertThat(compared).isGreaterThan(700);
  }

  /** Models that can't be imported are the importer's tests' concern. */
  private void compare(String name, Path file) {
    Optional<NamedGraph> graph = Recorded.load(file);
    Path set = file.resolveSibling("test_data_set_0");
    if (graph.isEmpty() || !Files.isDirectory(set)) {
      return;
    }
    Map<String, Tensor> inputs = Recorded.inputs(set, graph.get());
    Object expected = outcome(scalar, graph.get(), inputs);
    Object found = outcome(vector, graph.get(), inputs);
    if (!found.equals(expected)) {
      different.put(name, found + " instead of " + expected);
    }
    compared++;
  }

  /** What comes out, or the error. */
  private static Object outcome(Backend backend, NamedGraph graph, Map<String, Tensor> inputs) {
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      return Recorded.flat(executable.run(inputs));
    } catch (EngineException e) {
      return e.toString();
    }
  }
}
