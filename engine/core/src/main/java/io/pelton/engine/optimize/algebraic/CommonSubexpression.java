package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Equal ops on the same operands, and short constants with the same elements, are one. */
final class CommonSubexpression extends ExactRule {
  /** What makes memory of its own, which must stay apart from other memory. */
  private static final Set<OpKind> OWN_MEMORY = Set.of(OpKind.INPUT, OpKind.COPY, OpKind.ALLOC);

  CommonSubexpression() {
    super("common-subexpression", Set.of(), "f(x), f(x)", "one f(x)");
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    Op op = graph.op(node);
    if (OWN_MEMORY.contains(op.kind()) || op.destructiveInput().isPresent() || op.isRandom()) {
      return Optional.empty();
    }
    NodeId first =
        op instanceof SourceOp.Const ? firstConstant(rewrite, node) : rewrite.numbers().first(node);
    if (first.equals(node)) {
      return Optional.empty();
    }
    List<ValueId> outputs = new ArrayList<>();
    for (int slot = 0; slot < graph.types(node).size(); slot++) {
      outputs.add(new ValueId(first, slot));
    }
    return Optional.of(outputs);
  }

  private static NodeId firstConstant(Rewrite rewrite, NodeId node) {
    return rewrite
        .graph()
        .constant(new ValueId(node, 0))
        .flatMap(Contents::of)
        .map(contents -> rewrite.numbers().first(node, contents))
        .orElse(node);
  }
}
