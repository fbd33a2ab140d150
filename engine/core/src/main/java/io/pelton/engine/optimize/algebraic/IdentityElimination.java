package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.optimize.Rewrite;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** What gives its operand back is its operand. */
final class IdentityElimination extends SingleRule {
  IdentityElimination() {
    super(
        "identity-elimination",
        Set.of(
            OpKind.IDENTITY,
            OpKind.CAST,
            OpKind.RESHAPE,
            OpKind.FLATTEN,
            OpKind.SQUEEZE,
            OpKind.UNSQUEEZE,
            OpKind.EXPAND,
            OpKind.TRANSPOSE,
            OpKind.CONCAT),
        "Identity(x) | Cast, Reshape, Expand, Transpose, Concat that change nothing",
        "x");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    ValueId operand = graph.operands(node).get(0);
    return isIdentity(graph, node, operand) ? Optional.of(operand) : Optional.empty();
  }

  private static boolean isIdentity(Graph graph, NodeId node, ValueId operand) {
    Op op = graph.op(node);
    if (op instanceof ElementwiseOp.Identity) {
      return true;
    }
    if (op instanceof ElementwiseOp.Cast cast) {
      return type(graph, operand).dtype() == cast.to();
    }
    if (op instanceof ShapeOp.Concat) {
      return graph.operands(node).size() == 1;
    }
    if (op instanceof ViewOp.Transpose transpose) {
      return IntStream.range(0, transpose.order().size())
              .allMatch(axis -> transpose.order().get(axis) == axis)
          && (!transpose.order().isEmpty() || isVector(graph, operand));
    }
    return isSameType(graph, new ValueId(node, 0), operand);
  }

  private static boolean isVector(Graph graph, ValueId operand) {
    return type(graph, operand).shape().isRanked() && type(graph, operand).shape().rank() < 2;
  }
}
