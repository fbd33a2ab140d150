package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** What never trains, or drops nothing, keeps its data; where the mask is asked for it stays. */
final class DropoutElimination extends ExactRule {
  DropoutElimination() {
    super(
        "dropout-elimination",
        Set.of(OpKind.DROPOUT),
        "Dropout(x, ratio, false) | Dropout(x, 0, mode), without its mask",
        "x");
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    List<ValueId> operands = graph.operands(node);
    boolean keepsAll = isZero(graph, operands.get(1)) || isZero(graph, operands.get(2));
    if (!keepsAll || rewrite.uses(new ValueId(node, 1)) > 0) {
      return Optional.empty();
    }
    ValueId data = operands.get(0);
    // nobody reads it, so that its type is all that counts
    ValueId mask = graph.apply(graph.name(node), new Binary(OpKind.EQUAL), data, data);
    return Optional.of(List.of(data, mask));
  }

  private static boolean isZero(Graph graph, ValueId value) {
    return graph.constant(value).map(DropoutElimination::isZero).orElse(false);
  }

  private static boolean isZero(Tensor scalar) {
    return scalar.toDoubles()[0] == 0;
  }
}
