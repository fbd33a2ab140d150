package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GraphRewriteTest {
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();
  private final ValueId x =
      graph.input("x", ValueType.tensor(DType.F32, Shape.of(N, Extent.fixed(3))));

  private ValueId relu(ValueId value) {
    return graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), value);
  }

  private ValueId add(ValueId a, ValueId b) {
    return graph.apply("add", new ElementwiseOp.Binary(OpKind.ADD), a, b);
  }

  @Test
  void consumersAreListedOnceEach() {
    ValueId twice = add(x, x);
    ValueId once = relu(x);
    assertThat(graph.consumers(x)).containsExactly(twice.node(), once.node());
    assertThat(graph.consumers(once)).isEmpty();
  }

  @Test
  void anOperandThatIsReplacedLeavesTheOtherEdges() {
    ValueId a = relu(x);
    ValueId square = add(a, a);
    ValueId b = relu(x);
    assertThat(graph.replaceOperand(square.node(), 0, b)).isTrue();
    assertThat(graph.consumers(a)).containsExactly(square.node());
    graph.redirect(a, x);
    assertThat(graph.operands(square.node())).containsExactly(b, x);
    assertThat(graph.consumers(b)).containsExactly(square.node());
    graph.redirect(b, x);
    assertThat(graph.operands(square.node())).containsExactly(x, x);
  }

  @Test
  void redirectMovesEveryEdgeAndItsConsumers() {
    ValueId a = relu(x);
    ValueId b = relu(x);
    ValueId sum = add(a, b);
    ValueId square = add(a, a);
    long before = graph.generation();

    assertThat(graph.redirect(a, b)).isTrue();
    assertThat(graph.operands(sum.node())).containsExactly(b, b);
    assertThat(graph.operands(square.node())).containsExactly(b, b);
    assertThat(graph.consumers(a)).isEmpty();
    assertThat(graph.consumers(b)).containsExactlyInAnyOrder(sum.node(), square.node());
    assertThat(graph.generation()).isGreaterThan(before);
  }

  @Test
  void redirectOfWhatNobodyReadsChangesNothing() {
    ValueId unread = relu(x);
    long before = graph.generation();
    assertThat(graph.redirect(unread, x)).isFalse();
    assertThat(graph.redirect(x, x)).isFalse();
    assertThat(graph.generation()).isEqualTo(before);
  }

  @Test
  void compactionKeepsOnlyWhatRootsNeed() {
    graph.markRows(N.symbol());
    ValueId dead = graph.constant("dead", Tensor.of(new float[] {1}, 1));
    ValueId alive = graph.constant("alive", Tensor.of(new long[] {1}, 1));
    ValueId unread = add(x, dead);
    ValueId y = graph.apply("sum", new ReduceOp.Reduce(OpKind.REDUCE_SUM, true, false), x, alive);
    ValueId z = relu(y);

    Compaction compaction = graph.compact(List.of(z));

    Graph compact = compaction.graph();
    assertThat(compact.size()).isEqualTo(4);
    assertThat(compact.types(compaction.value(y).node())).isEqualTo(graph.types(y.node()));
    assertThat(compact.constant(compaction.value(alive))).isEqualTo(graph.constant(alive));
    assertThat(compact.integers(compaction.value(alive))).isEqualTo(graph.integers(alive));
    assertThat(compact.consumers(compaction.value(y))).containsExactly(compaction.value(z).node());
    assertThat(compact.isRows(((ValueType.TensorType) compact.type(compaction.value(x))).shape()))
        .isTrue();
    assertThat(graph.size()).isEqualTo(6);
    assertThatThrownBy(() -> compaction.value(unread))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(unread.toString());
  }

  @Test
  void compactionOfANamedGraphKeepsInputsThatNothingReads() {
    ValueId unused = graph.input("unused", ValueType.tensor(DType.F32, Shape.fixed(1)));
    ValueId y = relu(x);
    relu(y);
    NamedGraph named = new NamedGraph("g", graph, Map.of("x", x, "u", unused), Map.of("y", y));
    NamedGraph compact = named.compacted();
    assertThat(compact.graph().size()).isEqualTo(3);
    assertThat(compact.inputPorts()).isEqualTo(named.inputPorts());
    assertThat(compact.outputPorts()).isEqualTo(named.outputPorts());
  }
}
