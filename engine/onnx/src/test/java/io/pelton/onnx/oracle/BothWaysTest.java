package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.OrderCache;
import io.pelton.engine.realize.PersistentOutputs;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.SharedModels;
import io.pelton.onnx.StandardSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * Every operator and every model, compiled and realized on the same optimized graph, gives the same
 * bits.
 */
class BothWaysTest {
  /** Recorded inputs of a model that are run. */
  private static final int SETS = 2;

  private final Backend backend = Backend.named("cpu", BothWaysTest.class.getClassLoader());
  private final Devices devices = Devices.of(backend);
  private final PipelinedExecutor executor =
      new PipelinedExecutor(devices, PlanOptions.pinnedTo(devices.host().id()));
  private final Map<String, String> different = new TreeMap<>();
  private final Set<String> ops = new TreeSet<>();

  /** Names of the errors that both ways end in. */
  private final Map<String, String> refused = new TreeMap<>();

  private int compared;

  @AfterEach
  void close() {
    executor.close();
  }

  @Test
  void everyModel() {
    for (String model : SharedModels.names()) {
      compare(model, SharedModels.file(model));
    }
    assertThat(different).isEmpty();
    assertThat(refused).isEmpty();
    assertThat(compared).isGreaterThan(30);
  }

  @Test
  void everyOperatorOfTheStandardsTests() {
    StandardSuite.models()
        .forEach(file -> compare(file.getParent().getFileName().toString(), file));
    assertThat(different).isEmpty();
    assertThat(refused.values()).as("%s", refused).containsOnly(NoBackendForOp.class.getName());
    assertThat(compared).isGreaterThan(700);
    assertThat(ops).hasSizeGreaterThan(60);
  }

  /** Models that can't be imported are the importer's tests' concern. */
  private void compare(String name, Path file) {
    Optional<NamedGraph> named = Recorded.load(file);
    if (named.isEmpty()) {
      return;
    }
    NamedGraph graph = named.get();
    OptimizedGraph optimized =
        OptimizedGraph.of(graph, RuleRegistry.standard(new Evaluator(backend, new Prepared())));
    optimized.order().forEach(node -> ops.add(op(optimized, node)));
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable();
        OrderCache order = new OrderCache();
        PersistentOutputs outputs = new PersistentOutputs()) {
      for (int set = 0; set < SETS; set++) {
        Path folder = file.resolveSibling("test_data_set_" + set);
        if (Files.isDirectory(folder)) {
          Map<String, Tensor> inputs = Recorded.inputs(folder, graph);
          Realization plain = Realization.of(graph, inputs).optimized(optimized);
          Object expected = outcome(() -> Recorded.flat(executable.run(inputs)));
          for (Realization way :
              List.of(plain, plain.order(order), plain.order(order).outputs(outputs))) {
            Object found = outcome(() -> realized(way, graph));
            if (!found.equals(expected)) {
              different.put(name + " " + set, found + " instead of " + expected);
            }
          }
          if (expected instanceof String reason) {
            refused.put(name, reason.substring(0, reason.indexOf(':')));
          } else {
            compared++;
          }
        }
      }
    }
  }

  private static String op(OptimizedGraph optimized, NodeId node) {
    return optimized.named().graph().op(node).label();
  }

  private interface Way {
    Object outputs();
  }

  /** What comes out, or the error. */
  private static Object outcome(Way way) {
    try {
      return way.outputs();
    } catch (EngineException e) {
      return e.toString();
    }
  }

  private Map<String, Flat> realized(Realization realization, NamedGraph named) {
    try (Realized realized = executor.realize(realization)) {
      return Recorded.flat(realized.outputs(named));
    }
  }
}
