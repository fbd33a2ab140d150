package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A length that only a run knows may be 0, which in a target shape copies another length. */
class ReshapedToNothingTest {
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3})
  void lengthsAreCopiedFromWhereTheyWere(int width) {
    Graph graph = new Graph();
    Extent rows = Extent.symbolic(new SymbolId("N"));
    Extent columns = Extent.symbolic(new SymbolId("M"));
    Shape shape = Shape.of(List.of(Extent.fixed(1), rows, Extent.fixed(2), columns));
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, shape));
    ValueId flat = graph.apply("flat", new Flatten(1), x);
    ValueId lengths = graph.apply("lengths", new ShapeOf(0, Integer.MAX_VALUE), flat);
    ValueId one = graph.constant("one", Tensor.of(new long[] {1}, 1));
    ValueId target = graph.apply("target", new Concat(0), lengths, one);
    ValueId reshaped = graph.apply("reshaped", new Reshape(false), flat, target);
    NamedGraph named = new NamedGraph("flat", graph, Map.of("x", x), Map.of("out", reshaped));
    RuleRegistry rules = RuleRegistry.exact(new Evaluator(Cpu.BACKEND, new Prepared()));
    Map<String, Tensor> inputs = Map.of("x", Tensor.of(new float[34 * width], 1, 17, 2, width));
    NamedGraph optimized = OptimizedGraph.of(named, rules).named();
    assertThat(((Tensor) Cpu.realize(named, inputs).get("out")).dims())
        .containsExactly(1, 34L * width, 1);
    assertThat(((Tensor) Cpu.realize(optimized, inputs).get("out")).dims())
        .containsExactly(1, 34L * width, 1);
  }
}
