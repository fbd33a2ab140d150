package io.pelton.onnx.oracle;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Our engine, by every way there is to run a model. */
final class Subject {
  private final Backend backend;

  Subject(Backend backend) {
    this.backend = backend;
  }

  static Subject best() {
    return new Subject(Backend.best(Subject.class.getClassLoader()));
  }

  /**
   * Runs all batches compiled.
   *
   * @throws AssertionError when another way gives other bits
   */
  List<Answer> run(GeneratedCase made) {
    List<Answer> answers = new ArrayList<>();
    try {
      NamedGraph graph = OnnxModel.parse(made.model().toByteArray(), made.toString()).graph();
      CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend));
      try (ExecutableGraph executable = compiled.newExecutable()) {
        for (Map<String, Tensor> batch : made.batches()) {
          answers.add(compiled(executable, batch));
        }
        for (int i = 0; i < answers.size(); i++) {
          if (answers.get(i) instanceof Answer.Outputs outputs) {
            checkRealized(made, i, graph, outputs);
            checkRows(made, i, executable, outputs);
            checkLengths(made, i, outputs, answers.get(0));
          }
        }
      }
    } catch (OnnxException e) {
      for (int i = 0; i < made.batches().size(); i++) {
        answers.add(new Answer.Refused(e.getMessage()));
      }
    }
    return answers;
  }

  private static Answer compiled(ExecutableGraph executable, Map<String, Tensor> batch) {
    try {
      return new Answer.Outputs(executable.run(batch));
    } catch (EngineException e) {
      return new Answer.Refused(e.getMessage());
    }
  }

  private void checkRealized(
      GeneratedCase made, int index, NamedGraph graph, Answer.Outputs outputs) {
    Map<String, Value> realized = realized(graph, made.batches().get(index));
    outputs
        .values()
        .forEach(
            (name, value) ->
                checkSame(
                    made + ", batch " + index + ", " + name + ", realized",
                    Flat.of(realized.get(name)),
                    Flat.of(value)));
  }

  private Map<String, Value> realized(NamedGraph graph, Map<String, Tensor> batch) {
    Devices devices = Devices.of(backend);
    PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(graph, batch))) {
      return realized.outputs(graph);
    }
  }

  private static void checkRows(
      GeneratedCase made, int index, ExecutableGraph executable, Answer.Outputs outputs) {
    Map<String, Tensor> batch = made.batches().get(index);
    for (int row = 0; row < GeneratedCase.rows(batch); row++) {
      Map<String, Tensor> single = new LinkedHashMap<>();
      for (Map.Entry<String, Tensor> input : batch.entrySet()) {
        single.put(input.getKey(), Tensors.rows(input.getValue(), row, row + 1));
      }
      Map<String, Value> alone = executable.run(single);
      for (Map.Entry<String, Value> output : outputs.values().entrySet()) {
        checkSame(
            made + ", batch " + index + ", " + output.getKey() + ", row " + row + " alone",
            Flat.of(alone.get(output.getKey())),
            Flat.of(output.getValue()).row(row));
      }
    }
  }

  /** Every batch has the same types and lengths as the first, but for the rows. */
  private static void checkLengths(
      GeneratedCase made, int index, Answer.Outputs outputs, Answer first) {
    if (!(first instanceof Answer.Outputs others)) {
      return;
    }
    for (Map.Entry<String, Value> output : outputs.values().entrySet()) {
      Flat flat = Flat.of(output.getValue());
      Flat other = Flat.of(others.values().get(output.getKey()));
      List<Long> dims = new ArrayList<>(other.dims());
      dims.set(0, (long) GeneratedCase.rows(made.batches().get(index)));
      if (!flat.type().equals(other.type()) || !flat.dims().equals(dims)) {
        throw new AssertionError(
            made + ", batch " + index + ", " + output.getKey() + ": " + flat + " after " + other);
      }
    }
  }

  private static void checkSame(String what, Flat found, Flat expected) {
    if (!found.equals(expected)) {
      throw new AssertionError(what + ": " + found + " instead of " + expected);
    }
  }
}
