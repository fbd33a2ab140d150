package io.pelton.cuda.model;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cuda.testing.Cuda;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.proto.ValueReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** A model's recorded inputs run on the CPU and on the device. */
final class ModelTwin {
  /** Relative to what the CPU computes. */
  private static final double TOLERANCE = 1e-4;

  private final Path file;
  private final NamedGraph graph;
  private final Devices devices = Cuda.devices();

  private ModelTwin(Path file, NamedGraph graph) {
    this.file = file;
    this.graph = graph;
  }

  /**
   * Empty for what the importer refuses.
   *
   * @param file beside which there are sets of recorded inputs
   */
  static Optional<ModelTwin> load(Path file) {
    try {
      return Optional.of(new ModelTwin(file, OnnxModel.load(file).graph()));
    } catch (OnnxException e) {
      return Optional.empty();
    }
  }

  /**
   * Compiled for the device, against compiled for the CPU.
   *
   * @return false when the CPU has no kernel for one of its nodes
   */
  boolean compareCompiled() {
    CompileOptions onHost = CompileOptions.on(devices);
    CompileOptions there = onHost.withPlanning(Cuda.whereItCan());
    try (CompiledGraph expected = CompiledGraph.compile(graph, onHost);
        CompiledGraph found = CompiledGraph.compile(graph, there);
        ExecutableGraph expectedRuns = expected.newExecutable();
        ExecutableGraph foundRuns = found.newExecutable()) {
      for (Path set : sets()) {
        Map<String, Tensor> inputs = inputs(set);
        Optional<Map<String, Value>> outputs = covered(() -> expectedRuns.run(inputs));
        if (outputs.isEmpty()) {
          return false;
        }
        assertAlike(set, outputs.get(), foundRuns.run(inputs));
      }
      return true;
    }
  }

  /** Empty when the CPU has no kernel for what is run. */
  private static <T> Optional<T> covered(Supplier<T> run) {
    try {
      return Optional.of(run.get());
    } catch (NoBackendForOp e) {
      return Optional.empty();
    }
  }

  /**
   * Realized on the device node for node, against realized on the CPU.
   *
   * @return false when the CPU has no kernel for one of its nodes
   */
  boolean compareRealized() {
    PlanOptions onHost = PlanOptions.pinnedTo(devices.host().id());
    try (PipelinedExecutor expected = new PipelinedExecutor(devices, onHost);
        PipelinedExecutor found = new PipelinedExecutor(devices, Cuda.whereItCan())) {
      for (Path set : sets()) {
        Realization run = Realization.of(graph, inputs(set));
        Optional<Realized> outputs = covered(() -> expected.realize(run));
        if (outputs.isEmpty()) {
          return false;
        }
        try (Realized one = outputs.get();
            Realized other = found.realize(run)) {
          assertAlike(set, one.outputs(graph), other.outputs(graph));
        }
      }
      return true;
    }
  }

  private List<Path> sets() {
    List<Path> sets = new ArrayList<>();
    for (int k = 0; ; k++) {
      Path set = file.resolveSibling("test_data_set_" + k);
      if (!Files.isDirectory(set)) {
        return sets;
      }
      sets.add(set);
    }
  }

  private Map<String, Tensor> inputs(Path set) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    List<Port> ports = graph.inputPorts();
    for (int i = 0; i < ports.size(); i++) {
      Port port = ports.get(i);
      inputs.put(
          port.name(), (Tensor) ValueReader.read(set.resolve("input_" + i + ".pb"), port.type()));
    }
    return inputs;
  }

  private static void assertAlike(Path set, Map<String, Value> expected, Map<String, Value> found) {
    String at = set.getParent().getFileName() + "/" + set.getFileName();
    assertThat(found.keySet()).as(at).isEqualTo(expected.keySet());
    expected.forEach((name, value) -> assertAlike(at + " " + name, value, found.get(name)));
  }

  private static void assertAlike(String what, Value expected, Value found) {
    if (expected instanceof Tensor tensor) {
      assertAlike(what, tensor, (Tensor) found);
    } else if (expected instanceof Sequence sequence) {
      List<? extends Value> others = ((Sequence) found).values();
      assertThat(others).as(what).hasSameSizeAs(sequence.values());
      for (int i = 0; i < others.size(); i++) {
        assertAlike(what + "[" + i + "]", sequence.values().get(i), others.get(i));
      }
    } else {
      Mapping mapping = (Mapping) expected;
      assertAlike(what + " keys", mapping.keys(), ((Mapping) found).keys());
      assertAlike(what + " values", mapping.values(), ((Mapping) found).values());
    }
  }

  private static void assertAlike(String what, Tensor expected, Tensor found) {
    assertThat(found.dtype()).as(what).isEqualTo(expected.dtype());
    assertThat(found.dims()).as(what).isEqualTo(expected.dims());
    Object[] wanted = Cpu.elements(expected);
    Object[] given = Cpu.elements(found);
    for (int i = 0; i < wanted.length; i++) {
      if (!wanted[i].equals(given[i])) {
        assertThat(isClose(wanted[i], given[i]))
            .as("%s, element %d: %s instead of %s", what, i, given[i], wanted[i])
            .isTrue();
      }
    }
  }

  private static boolean isClose(Object expected, Object found) {
    return expected instanceof Double one
        && found instanceof Double other
        && Math.abs(one - other) <= TOLERANCE * Math.abs(one);
  }
}
