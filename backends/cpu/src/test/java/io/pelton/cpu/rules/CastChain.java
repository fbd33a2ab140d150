package io.pelton.cpu.rules;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.Map;

/** Two casts, optimized. */
final class CastChain {
  private final NamedGraph named;

  CastChain(DType from, DType middle, DType to) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(from, Shape.fixed(40)));
    ValueId y = graph.apply("to", new Cast(to), graph.apply("middle", new Cast(middle), x));
    NamedGraph casts = new NamedGraph("casts", graph, Map.of("x", x), Map.of("y", y));
    named = OptimizedGraph.of(casts, RuleFixture.registry()).named();
  }

  /** How many are left. */
  int casts() {
    return named.graph().size() - 1;
  }

  Tensor run(Tensor x) {
    return (Tensor) Cpu.realize(named, Map.of("x", x)).get("y");
  }
}
