package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

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
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.Map;

/** What small models answer to one batch, compiled and realized alike. */
final class Answers {
  private static final Backend BACKEND = Backend.named("cpu", Answers.class.getClassLoader());

  private Answers() {}

  static Map<String, Value> of(TestModel model, Map<String, Tensor> inputs) {
    NamedGraph graph = model.load().graph();
    Devices devices = Devices.of(BACKEND);
    PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(BACKEND));
        ExecutableGraph executable = compiled.newExecutable();
        PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(graph, inputs))) {
      Map<String, Value> answer = executable.run(inputs);
      assertThat(Recorded.flat(realized.outputs(graph))).isEqualTo(Recorded.flat(answer));
      return answer;
    }
  }

  /** The output {@code y}. */
  static Tensor tensor(TestModel model, Map<String, Tensor> inputs) {
    return (Tensor) of(model, inputs).get("y");
  }

  static Tensor halves(double[] numbers, long... dims) {
    short[] halves = new short[numbers.length];
    for (int i = 0; i < numbers.length; i++) {
      halves[i] = Half.doubleToF16(numbers[i]);
    }
    return Tensor.wrap(DType.F16, halves, dims);
  }
}
