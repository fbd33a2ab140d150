package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.ExactRule;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An exact rule that replaces one value, whoever else reads what leads to it. */
abstract class SingleRule extends ExactRule {
  SingleRule(String name, Set<OpKind> roots, String pattern, String becomes) {
    super(name, roots, pattern, becomes);
  }

  /** What replaces the node's only output. */
  abstract Optional<ValueId> rewrite(Rewrite rewrite, NodeId node);

  @Override
  public final Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    return rewrite(rewrite, node).map(List::of);
  }

  static TensorType type(Graph graph, ValueId value) {
    return (TensorType) graph.type(value);
  }

  /** One dtype, one known rank, lengths that are certainly the same. */
  static boolean isSameType(Graph graph, ValueId one, ValueId other) {
    return type(graph, one).dtype() == type(graph, other).dtype()
        && isSameShape(type(graph, one).shape(), type(graph, other).shape());
  }

  static boolean isSameShape(Shape a, Shape b) {
    if (!a.isRanked() || !b.isRanked() || a.rank() != b.rank()) {
      return false;
    }
    for (int axis = 0; axis < a.rank(); axis++) {
      if (!a.extent(axis).sameAs(b.extent(axis))) {
        return false;
      }
    }
    return true;
  }
}
