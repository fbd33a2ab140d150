package io.pelton.examples.benchmarks.tables;

import io.pelton.engine.error.PeltonException;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.Preview;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.OptimizationReport;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.Plan;
import io.pelton.onnx.OnnxException;
import io.pelton.onnx.OnnxModel;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What became of one model.
 *
 * @param name of its folder
 * @param report what the optimizer did; empty where the model did not load
 * @param plan for {@link #ROWS} rows, where there is one before a run
 * @param problem why it did not load or there is no plan; empty where neither
 */
record ModelFacts(
    String name, Optional<OptimizationReport> report, Optional<Plan> plan, String problem) {
  static final int ROWS = 64;

  static ModelFacts of(Path folder, Backend backend) throws IOException {
    String name = folder.getFileName().toString();
    NamedGraph graph;
    try {
      graph = OnnxModel.load(folder.resolve("model.onnx")).graph();
    } catch (OnnxException e) {
      return new ModelFacts(name, Optional.empty(), Optional.empty(), e.getMessage());
    }
    OptimizationReport report = null;
    try {
      RuleRegistry rules = RuleRegistry.standard(new Evaluator(backend, new Prepared()));
      report = OptimizedGraph.of(graph, rules).report();
      try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend))) {
        Preview preview = compiled.preview(ROWS, RecordedLengths.of(folder, compiled.inputs()));
        return new ModelFacts(name, Optional.of(report), preview.plan(), preview.reason());
      }
    } catch (PeltonException e) {
      return new ModelFacts(name, Optional.ofNullable(report), Optional.empty(), e.getMessage());
    }
  }
}
