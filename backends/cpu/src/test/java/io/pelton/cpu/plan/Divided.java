package io.pelton.cpu.plan;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.Weights;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** Runs plans whose steps are divided among threads, however small they are. */
final class Divided {
  /** How often a kernel was bound. */
  private final AtomicInteger binds = new AtomicInteger();

  private final Backend backend;

  Divided() {
    this(UnaryOperator.identity());
  }

  /**
   * @param kernels makes others of the CPU's
   */
  Divided(UnaryOperator<FixedKernel> kernels) {
    BindingTable.Builder table = new BindingTable.Builder("cpu");
    for (BindingKey key : Cpu.BACKEND.table().keys()) {
      for (Alternative alternative : Cpu.BACKEND.table().lookup(key)) {
        table.add(key.kind(), key.inputs(), key.outputs(), costly(alternative, kernels));
      }
    }
    this.backend = new Backend("cpu", "for tests", table.seal());
  }

  private Alternative costly(Alternative alternative, UnaryOperator<FixedKernel> kernels) {
    if (!(alternative.kernel() instanceof FixedKernel original)) {
      return alternative;
    }
    FixedKernel kernel = kernels.apply(original);
    FixedKernel counting =
        (node, in, out) -> {
          binds.incrementAndGet();
          return kernel.bind(node, in, out);
        };
    Alternative other = new Alternative(alternative.name(), counting, alternative.capabilities());
    return other.costing(node -> new Work(Long.MAX_VALUE / 2, 0, 0));
  }

  Backend backend() {
    return backend;
  }

  /** How often kernels were bound since this was last asked. */
  int binds() {
    return binds.getAndSet(0);
  }

  /** The plan for so many rows; empty where there is none before a run. */
  Optional<Plan> plan(NamedGraph graph, int rows) {
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(backend))) {
      return compiled.preview(rows, Map.of()).plan();
    }
  }

  /** The outputs of runs of so many rows, one after the other, of one plan on so many threads. */
  static List<List<List<Object>>> run(Plan plan, int threads, List<Tensor[]> inputs, int... rows) {
    List<List<List<Object>>> all = new ArrayList<>();
    try (RunState state = new RunState(threads);
        Weights weights = Weights.ofPlans();
        BoundPlan bound = BoundPlan.of(plan, weights, state)) {
      for (int run = 0; run < rows.length; run++) {
        bound.run(inputs.get(run), rows[run]);
        List<List<Object>> outputs = new ArrayList<>();
        for (int output = 0; output < plan.outputs().size(); output++) {
          outputs.add(Arrays.asList(Cpu.elements((Tensor) bound.output(output))));
        }
        all.add(outputs);
      }
    }
    return all;
  }
}
