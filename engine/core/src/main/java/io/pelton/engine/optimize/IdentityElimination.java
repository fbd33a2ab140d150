package io.pelton.engine.optimize;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Optional;

/** {@code Identity(x)} and {@code Cast(x)} to x's own dtype are x. */
final class IdentityElimination implements Rule {
  @Override
  public String name() {
    return "identity-elimination";
  }

  @Override
  public Exactness exactness() {
    return Exactness.EXACT;
  }

  @Override
  public Optional<List<ValueId>> apply(Graph graph, NodeId node) {
    Op op = graph.op(node);
    boolean isIdentity =
        op instanceof ElementwiseOp.Identity
            || (op instanceof ElementwiseOp.Cast cast
                && graph.inference(node).dtype(0) == cast.to());
    return isIdentity ? Optional.of(List.of(graph.operands(node).get(0))) : Optional.empty();
  }
}
