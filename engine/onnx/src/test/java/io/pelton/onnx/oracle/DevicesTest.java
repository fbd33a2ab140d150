package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.SharedModels;
import io.pelton.onnx.StandardSuite;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Every operator and every model gives the host's bits on a device that has kernels for two thirds
 * of the ops, with the host for the rest: pinned, and divided as if moves cost next to nothing.
 */
class DevicesTest {
  private static final DeviceId HOST = DeviceId.first("cpu");
  private static final int THIRDS = 3;

  private final Map<String, String> different = new TreeMap<>();
  private int compared;
  private long copies;

  @Test
  void everyModel() {
    for (String model : SharedModels.names()) {
      compare(model, SharedModels.file(model));
    }
    assertThat(different).isEmpty();
    assertThat(compared).isGreaterThan(30);
    assertThat(copies).isPositive();
  }

  @Test
  void everyOperatorOfTheStandardsTests() {
    StandardSuite.models()
        .forEach(file -> compare(file.getParent().getFileName().toString(), file));
    assertThat(different).isEmpty();
    assertThat(compared).isGreaterThan(700);
    assertThat(copies).isPositive();
  }

  /** What the host can't run is others' concern. */
  private void compare(String name, Path file) {
    Path vectors = file.resolveSibling("test_data_set_0");
    Optional<NamedGraph> loaded = Recorded.load(file);
    if (loaded.isEmpty() || !Files.isDirectory(vectors)) {
      return;
    }
    NamedGraph graph = loaded.get();
    Map<String, Tensor> inputs = Recorded.inputs(vectors, graph);
    int lacks = Math.floorMod(name.hashCode(), THIRDS);
    SecondDevice second =
        new SecondDevice(
            SecondDevice.ID,
            new DeviceModel(1e15, 1e15, 0),
            kind -> kind == OpKind.COPY || kind.name().length() % THIRDS != lacks);
    Devices devices =
        second.besideHost().withPrice(HOST, SecondDevice.ID, new TransferPrice(0, 1e15));
    Object expected;
    try {
      expected = compiled(graph, devices, PlanOptions.pinnedTo(HOST), inputs);
    } catch (EngineException e) {
      return;
    }
    compared++;
    Map<String, PlanOptions> ways = new LinkedHashMap<>();
    ways.put("pinned", PlanOptions.on(second.device()).withFallbackPlacements(HOST));
    ways.put("chosen", PlanOptions.automatic(devices));
    ways.forEach(
        (way, planning) -> {
          check(name + " " + way, expected, () -> compiled(graph, devices, planning, inputs));
          check(
              name + " " + way + ", realized",
              expected,
              () -> realized(graph, devices, planning, inputs));
        });
    copies += second.memory().copies();
    int left = second.memory().liveAllocations();
    if (left > 0) {
      different.put(name, left + " allocations are left");
    }
  }

  private interface Way {
    Object outputs();
  }

  private void check(String what, Object expected, Way way) {
    Object found;
    try {
      found = way.outputs();
    } catch (EngineException e) {
      found = e.toString();
    }
    if (!found.equals(expected)) {
      different.put(what, found + " instead of " + expected);
    }
  }

  /** By exact rules alone, so that the device's lack of fused ops changes no bit. */
  private static Object compiled(
      NamedGraph graph, Devices devices, PlanOptions planning, Map<String, Tensor> inputs) {
    CompileOptions options = CompileOptions.on(devices).withPlanning(planning);
    try (CompiledGraph compiled = CompiledGraph.compile(graph, options, RuleRegistry::exact);
        ExecutableGraph executable = compiled.newExecutable()) {
      return Recorded.flat(executable.run(inputs));
    }
  }

  private static Object realized(
      NamedGraph graph, Devices devices, PlanOptions planning, Map<String, Tensor> inputs) {
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(graph, inputs))) {
      return Recorded.flat(realized.outputs(graph));
    }
  }
}
