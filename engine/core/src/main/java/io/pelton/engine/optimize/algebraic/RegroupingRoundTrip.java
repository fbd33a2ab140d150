package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Regrouping;
import io.pelton.engine.optimize.Rewrite;
import java.util.Optional;
import java.util.Set;

/**
 * Regroupings that end in the shape in which they began: Squeeze and Unsqueeze, Reshape and back.
 */
final class RegroupingRoundTrip extends SingleRule {
  private static final int MAX_STEPS = 8;

  RegroupingRoundTrip() {
    super(
        "regrouping-round-trip",
        Set.of(OpKind.RESHAPE, OpKind.FLATTEN, OpKind.SQUEEZE, OpKind.UNSQUEEZE),
        "Unsqueeze(Squeeze(x)) | Reshape(...Reshape(x)) that are shaped like x",
        "x");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    ValueId output = new ValueId(node, 0);
    ValueId origin = graph.operands(node).get(0);
    for (int step = 0; step < MAX_STEPS && graph.op(origin.node()) instanceof Regrouping; step++) {
      origin = graph.operands(origin.node()).get(0);
      if (isSameType(graph, output, origin)) {
        return Optional.of(origin);
      }
    }
    return Optional.empty();
  }
}
