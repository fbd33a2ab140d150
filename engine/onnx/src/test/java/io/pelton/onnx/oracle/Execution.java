package io.pelton.onnx.oracle;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
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
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxModel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Runs a model once, compiled, and realized on the same optimized graph, whose outputs have to have
 * the same bits.
 */
final class Execution {
  private Execution() {}

  static Map<String, Value> run(OnnxModel model, Map<String, Tensor> inputs) {
    Map<String, Value> compiled = compiled(model.graph(), inputs);
    Map<String, Value> realized = realized(model.graph(), inputs);
    if (!flat(compiled).equals(flat(realized))) {
      throw new AssertionError("compiled " + flat(compiled) + ", realized " + flat(realized));
    }
    return compiled;
  }

  private static Map<String, Value> compiled(NamedGraph graph, Map<String, Tensor> inputs) {
    Backend backend = Backend.best(Execution.class.getClassLoader());
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend));
        ExecutableGraph executable = compiled.newExecutable()) {
      return executable.run(inputs);
    }
  }

  private static Map<String, Value> realized(NamedGraph graph, Map<String, Tensor> inputs) {
    Backend backend = Backend.best(Execution.class.getClassLoader());
    Devices devices = Devices.of(backend);
    PlanOptions planning = PlanOptions.pinnedTo(devices.host().id());
    OptimizedGraph optimized =
        OptimizedGraph.of(graph, RuleRegistry.standard(new Evaluator(backend, new Prepared())));
    try (PipelinedExecutor executor = new PipelinedExecutor(devices, planning);
        Realized realized = executor.realize(Realization.of(graph, inputs).optimized(optimized))) {
      return realized.outputs(graph);
    }
  }

  private static Map<String, Flat> flat(Map<String, Value> values) {
    Map<String, Flat> flat = new LinkedHashMap<>();
    values.forEach((name, value) -> flat.put(name, Flat.of(value)));
    return flat;
  }
}
