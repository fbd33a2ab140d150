package io.pelton.examples.benchmarks.open;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.FreshJvm;
import io.pelton.onnx.OnnxModel;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Opens a model with Pelton in this JVM and reports what it took. */
final class PeltonOpening {
  private static final String LENGTH = "sequence_length";

  private final Path file;
  private final int tokens;

  PeltonOpening(Path file, int tokens) {
    this.file = file;
    this.tokens = tokens;
  }

  void report() throws InterruptedException {
    long before = HeldMemory.withoutGarbage();
    OpeningCost cost = OpeningCost.begin();
    try (HeldMemory held = new HeldMemory();
        CompiledGraph compiled = compiled(cost)) {
      compiled.preview(1, Map.of(LENGTH, (long) tokens));
      try (ExecutableGraph executable = compiled.newExecutable()) {
        cost.pass("plan");
        cost.opened();
        executable.run(inputs(executable));
        cost.pass("first-run");
        cost.ended();
        FreshJvm.report("peak-held", held.peak() - before);
        FreshJvm.report("steady-held", HeldMemory.withoutGarbage() - before);
        FreshJvm.report("weights", compiled.weightBytes());
        cost.settled();
      }
    }
  }

  /** The imported model is garbage when this ends. */
  private CompiledGraph compiled(OpeningCost cost) {
    OnnxModel model = OnnxModel.load(file);
    cost.pass("import");
    Backend backend = Backend.best(PeltonOpening.class.getClassLoader());
    CompiledGraph compiled = CompiledGraph.compile(model.graph(), CompileOptions.on(backend));
    cost.pass("compile");
    return compiled;
  }

  private Map<String, Tensor> inputs(ExecutableGraph executable) {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    for (Port port : executable.inputs()) {
      inputs.put(port.name(), Tensor.of(Sentence.input(port.name(), tokens), 1, tokens));
    }
    return inputs;
  }
}
