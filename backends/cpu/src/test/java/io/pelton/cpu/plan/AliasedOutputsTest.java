package io.pelton.cpu.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Memory of the caller is neither handed out in its own strides nor written unasked. */
class AliasedOutputsTest {
  private final Graph graph = new Graph();

  @Test
  void outputsOfRunsInSegmentsArePackedToo() {
    ValueId x = graph.input("x", new TensorType(DType.F32, Shape.fixed(3)));
    ValueId start = graph.constant("start", Tensor.of(new long[] {0}, 1));
    ValueId end = graph.apply("end", new ReduceOp.ArgMax(0, true, false), x);
    ValueId first = graph.apply("first", new ViewOp.Slice(), x, start, end);
    NamedGraph named =
        new NamedGraph("test", graph, Map.of("x", x), Map.of("same", x, "first", first));
    Tensor everyOther =
        new Tensor(
            Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 6).storage(),
            Layout.of(new long[] {3}, new long[] {2}, 1));
    CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      Map<String, Value> found = executable.run(Map.of("x", everyOther));
      assertThat(compiled.runsInSegments()).isTrue();
      assertThat(((Tensor) found.get("same")).toFloats()).containsExactly(2, 4, 6);
      assertThat(((Tensor) found.get("first")).toFloats()).containsExactly(2, 4);
    }
  }

  @Test
  void whatIsRewrittenDoesNotBecomeStateBecauseItIsEqual() {
    ValueId state = graph.input("state", new TensorType(DType.BOOL, Shape.fixed(3)));
    graph.markSession(state);
    ElementwiseOp.Unary not = new ElementwiseOp.Unary(OpKind.NOT);
    ValueId same = graph.apply("back", not, graph.apply("there", not, state));
    ValueId zeros = graph.apply("zeros", new MutationOp.InPlace(OpKind.NOT), same);
    NamedGraph named = new NamedGraph("test", graph, Map.of("state", state), Map.of("y", zeros));
    Tensor memory = Tensor.wrap(DType.BOOL, new byte[] {1, 0, 1}, 3);
    CompiledGraph compiled = CompiledGraph.compile(named, CompileOptions.on(Cpu.BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      Tensor found = (Tensor) executable.run(Map.of("state", memory)).get("y");
      assertThat(found.toLongs()).containsExactly(0, 1, 0);
      assertThat(memory.toLongs()).containsExactly(1, 0, 1);
    }
  }
}
