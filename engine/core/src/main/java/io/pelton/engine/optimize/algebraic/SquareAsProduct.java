package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A square is one rounded product. */
final class SquareAsProduct extends SingleRule {
  SquareAsProduct() {
    super("square-as-product", Set.of(OpKind.POW), "Pow(x, 2)", "Mul(x, x)");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    ValueId x = graph.operands(node).get(0);
    ElementwiseOp.Binary product = new ElementwiseOp.Binary(OpKind.MUL);
    boolean isSquare =
        isTwo(graph, graph.operands(node).get(1))
            && isSameType(graph, new ValueId(node, 0), x)
            && rewrite.covers(product, List.of(x, x));
    return isSquare ? Optional.of(graph.apply(graph.name(node), product, x, x)) : Optional.empty();
  }

  private static boolean isTwo(Graph graph, ValueId exponent) {
    return graph
        .constant(exponent)
        .filter(tensor -> tensor.layout().elements() == 1)
        .filter(tensor -> tensor.dtype().isFloat() && tensor.dtype().bits() >= DType.F16.bits())
        .filter(tensor -> tensor.toDoubles()[0] == 2)
        .isPresent();
  }
}
