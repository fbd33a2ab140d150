package io.pelton.examples.benchmarks.plan;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.plan.PlanFactory;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;

/**
 * How long the first plan of a graph took. Kernels are chosen but not bound, so that no weights are
 * packed.
 *
 * @param optimizeMillis from the graph to its template
 * @param planMillis from the template to a plan for 32 rows
 * @param processorMillis of both, without waiting for a processor
 */
record FirstPlan(double optimizeMillis, double planMillis, double processorMillis) {
  private static final int ROWS = 32;

  static FirstPlan of(NamedGraph graph, Backend backend) {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long processorStart = threads.getCurrentThreadCpuTime();
    long start = System.nanoTime();
    Devices devices = Devices.of(backend);
    RuleRegistry rules = RuleRegistry.standard(new Evaluator(backend, new Prepared()));
    OptimizedGraph template = OptimizedGraph.of(graph, rules);
    long optimized = System.nanoTime();
    PlanContext context = new PlanContext(devices, PlanOptions.pinnedTo(devices.host().id()));
    Layout tokens = Layout.contiguous(new long[] {ROWS, TransformerGraph.SEQUENCE});
    List<BoundInput> inputs = List.of(new BoundInput(tokens, true, MemorySpace.HEAP, null));
    Plan plan =
        new PlanFactory(template, context, rules)
            .plan(inputs, ROWS)
            .orElseThrow(() -> new IllegalStateException("the rows were not kept apart"));
    long planned = System.nanoTime();
    long processor = threads.getCurrentThreadCpuTime() - processorStart;
    if (plan.steps().isEmpty()) {
      throw new IllegalStateException("the plan has no steps");
    }
    return new FirstPlan((optimized - start) / 1e6, (planned - optimized) / 1e6, processor / 1e6);
  }

  double millis() {
    return optimizeMillis + planMillis;
  }
}
