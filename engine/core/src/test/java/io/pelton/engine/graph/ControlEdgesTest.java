package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.DestructiveCycle;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;

class ControlEdgesTest {
  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(2)));

  private ValueId relu(String name, ValueId of) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  @Test
  void aPredecessorRunsBefore() {
    ValueId first = relu("first", x);
    ValueId second = relu("second", x);
    ValueId sum = graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), first, second);
    assertThat(graph.order(List.of(sum)))
        .containsExactly(x.node(), first.node(), second.node(), sum.node());
    long before = graph.generation();
    assertThat(graph.orderAfter(first.node(), second.node())).isTrue();
    assertThat(graph.generation()).isEqualTo(before + 1);
    assertThat(graph.orderAfter(first.node(), second.node())).isFalse();
    assertThat(graph.generation()).isEqualTo(before + 1);
    assertThat(graph.predecessors(first.node())).containsExactly(second.node());
    assertThat(graph.order(List.of(sum)))
        .containsExactly(x.node(), second.node(), first.node(), sum.node());
  }

  @Test
  void aPredecessorRunsEvenWhereNobodyReadsIt() {
    ValueId read = relu("read", x);
    ValueId unread = relu("unread", x);
    graph.orderAfter(read.node(), unread.node());
    assertThat(graph.runOrder(List.of(read))).containsExactly(x.node(), unread.node(), read.node());
  }

  @Test
  void aCycleIsNamed() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", a);
    ValueId c = relu("c", b);
    ValueId last = relu("last", c);
    graph.orderAfter(a.node(), c.node());
    assertThatThrownBy(() -> graph.order(List.of(last)))
        .isInstanceOfSatisfying(
            DestructiveCycle.class, e -> assertThat(e.nodes()).containsExactly("c", "b", "a"))
        .hasMessageContaining("'c' -> 'b' -> 'a' -> 'c' should each run after the next")
        .hasMessageContaining("drop one of their orderings");
    graph.orderAfter(x.node(), x.node());
    assertThatThrownBy(() -> graph.order(List.of(x)))
        .isInstanceOfSatisfying(
            DestructiveCycle.class, e -> assertThat(e.nodes()).containsExactly("x"));
  }

  @Test
  void inputsAndConstantsAreSharedUnlessTheyHoldState() {
    ValueId weights = graph.constant("weights", Tensor.of(new float[] {1, 2}, 2));
    ValueId y = relu("y", x);
    assertThat(graph.storageClass(x.node())).isEqualTo(StorageClass.SHARED);
    assertThat(graph.storageClass(weights.node())).isEqualTo(StorageClass.SHARED);
    assertThat(graph.storageClass(y.node())).isEqualTo(StorageClass.TRANSIENT);
    long before = graph.generation();
    graph.markSession(x);
    assertThat(graph.generation()).isEqualTo(before + 1);
    assertThat(graph.storageClass(x.node())).isEqualTo(StorageClass.SESSION);
    assertThatThrownBy(() -> graph.markSession(weights))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("weights"))
        .hasMessageContaining("only an input can be session state");
  }

  @Test
  void oneEdgeIsReplaced() {
    ValueId a = relu("a", x);
    ValueId b = relu("b", x);
    ValueId sum = graph.apply("sum", new ElementwiseOp.Binary(OpKind.ADD), a, a);
    assertThat(graph.replaceOperand(sum.node(), 1, b)).isTrue();
    assertThat(graph.operands(sum.node())).containsExactly(a, b);
    assertThat(graph.replaceOperand(sum.node(), 1, b)).isFalse();
    ValueId other = graph.input("other", ValueType.tensor(DType.F32, Shape.fixed(3)));
    assertThatThrownBy(() -> graph.replaceOperand(sum.node(), 0, other))
        .isInstanceOfSatisfying(InvalidOp.class, e -> assertThat(e.node()).isEqualTo("sum"))
        .hasMessageContaining("operand 0 is");
  }
}
