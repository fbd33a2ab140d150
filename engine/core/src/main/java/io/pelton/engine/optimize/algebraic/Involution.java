package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rewrite;
import java.util.Optional;
import java.util.Set;

/** What undoes itself, and what twice is the same as once. */
final class Involution extends SingleRule {
  private static final Set<OpKind> UNDOES_ITSELF = Set.of(OpKind.NOT, OpKind.NEG);
  private static final Set<OpKind> IDEMPOTENT =
      Set.of(OpKind.RELU, OpKind.ABS, OpKind.FLOOR, OpKind.CEIL, OpKind.SIGN);

  Involution() {
    super(
        "involution",
        Set.of(
            OpKind.NOT,
            OpKind.NEG,
            OpKind.RELU,
            OpKind.ABS,
            OpKind.FLOOR,
            OpKind.CEIL,
            OpKind.SIGN),
        "Not(Not(x)) | Neg(Neg(x)) | f(y=f(x)) of Relu, Abs, Floor, Ceil, Sign",
        "x | y");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    OpKind kind = graph.op(node).kind();
    ValueId inner = graph.operands(node).get(0);
    if (graph.op(inner.node()).kind() != kind) {
      return Optional.empty();
    }
    if (UNDOES_ITSELF.contains(kind)) {
      return Optional.of(graph.operands(inner.node()).get(0));
    }
    return IDEMPOTENT.contains(kind) ? Optional.of(inner) : Optional.empty();
  }
}
