package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.optimize.Rewrite;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Two permutations of axes are one, or none. */
final class TransposeOfTranspose extends SingleRule {
  TransposeOfTranspose() {
    super(
        "transpose-of-transpose",
        Set.of(OpKind.TRANSPOSE),
        "Transpose(Transpose(x, p), q)",
        "Transpose(x, p[q]) | x");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    ValueId middle = graph.operands(node).get(0);
    if (!(graph.op(middle.node()) instanceof Transpose inner)
        || !type(graph, middle).shape().isRanked()) {
      return Optional.empty();
    }
    int rank = type(graph, middle).shape().rank();
    List<Integer> first = axes(inner, rank);
    List<Integer> second = axes((Transpose) graph.op(node), rank);
    List<Integer> both = new ArrayList<>();
    boolean isIdentity = true;
    for (int axis = 0; axis < rank; axis++) {
      both.add(first.get(second.get(axis)));
      isIdentity &= both.get(axis) == axis;
    }
    ValueId x = graph.operands(middle.node()).get(0);
    return Optional.of(isIdentity ? x : graph.apply(graph.name(node), new Transpose(both), x));
  }

  private static List<Integer> axes(Transpose transpose, int rank) {
    List<Integer> axes = new ArrayList<>();
    for (int axis = 0; axis < rank; axis++) {
      int from = transpose.order().isEmpty() ? rank - 1 - axis : transpose.order().get(axis);
      axes.add(from < 0 ? from + rank : from);
    }
    return axes;
  }
}
