package io.pelton.flink.model;

import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.Preview;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Storage;
import java.util.Map;
import java.util.Optional;

/** What became of a model, in one line for the log. */
final class PlanSummary {
  private PlanSummary() {}

  /** Nodes of a graph as it was imported. */
  static int nodes(NamedGraph named) {
    return named.graph().order(named.outputs().values()).size();
  }

  /**
   * Plans a batch, which makes kernels pack their weights, and counts.
   *
   * @param nodes of the model
   * @param rows of the batch
   */
  static String of(CompiledGraph compiled, int nodes, int rows) {
    Preview preview = preview(compiled, rows);
    StringBuilder line = new StringBuilder();
    line.append(nodes).append(" nodes");
    preview
        .plan()
        .ifPresentOrElse(
            plan ->
                line.append(", ")
                    .append(plan.steps().size())
                    .append(" kernel calls, ")
                    .append(plan.memory().bytes())
                    .append(" bytes of arenas in each slot"),
            () -> line.append(", no plan before a run: ").append(preview.reason()));
    String rules = compiled.optimization().toString();
    line.append(", optimized by ").append(rules.isEmpty() ? "no rule" : rules).append(", ");
    return line.append(weights(compiled, preview.plan())).toString();
  }

  private static Preview preview(CompiledGraph compiled, int rows) {
    try {
      return compiled.preview(rows, Map.of());
    } catch (RuntimeException e) {
      // whoever runs the model gets the same error, if it is one
      return new Preview(compiled.name(), Optional.empty(), e.toString());
    }
  }

  /** Constants by where they are; what kernels packed lies where the kernels run. */
  private static String weights(CompiledGraph compiled, Optional<Plan> plan) {
    long total = compiled.weightBytes();
    if (plan.isEmpty()) {
      return total + " bytes of weights";
    }
    long onHeap = 0;
    long offHeap = 0;
    NamedGraph named = plan.get().graph();
    Graph graph = named.graph();
    for (NodeId node : graph.order(named.outputs().values())) {
      Storage storage =
          graph.constant(new ValueId(node, 0)).map(tensor -> tensor.storage()).orElse(null);
      if (storage != null && storage.space().equals(MemorySpace.HEAP)) {
        onHeap += storage.byteLength();
      } else if (storage != null) {
        offHeap += storage.byteLength();
      }
    }
    return total
        + " bytes of weights ("
        + onHeap
        + " on the heap, "
        + offHeap
        + " native, "
        + Math.max(0, total - onHeap - offHeap)
        + " packed for the kernels)";
  }
}
