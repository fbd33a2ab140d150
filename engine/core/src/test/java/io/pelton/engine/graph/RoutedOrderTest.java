package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoutedOrderTest {
  private final Graph graph = new Graph();
  private final ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4)));

  private ValueId relu(String name, ValueId of) {
    return graph.apply(name, new ElementwiseOp.Unary(OpKind.RELU), of);
  }

  @Test
  void onlyThePickedArmIsFollowedButPlanOperandsAreToo() {
    ValueId like = relu("like", x);
    ValueId shape = graph.apply("shape", new ShapeOp.ShapeOf(0, 1), like);
    ValueId left = graph.apply("left", new ViewOp.Reshape(false), x, shape);
    ValueId right = relu("right", x);
    ValueId merge = graph.apply("merge", new BranchOp("merge"), left, right);
    List<ValueId> targets = List.of(merge);
    assertThat(graph.order(targets, branch -> 0))
        .containsExactly(x.node(), like.node(), shape.node(), left.node(), merge.node());
    assertThat(graph.runOrder(targets)).containsExactly(x.node(), left.node(), merge.node());
    assertThat(graph.order(targets, branch -> 1))
        .containsExactly(x.node(), right.node(), merge.node());
  }
}
