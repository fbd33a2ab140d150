package io.pelton.engine.optimize;

import io.pelton.engine.graph.ValueId;
import java.util.List;

/**
 * The outcome of optimizing a graph.
 *
 * @param targets what the targets became, in their order
 */
public record Optimization(List<ValueId> targets, OptimizationReport report) {
  public Optimization {
    targets = List.copyOf(targets);
  }
}
