package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The way over a dtype that holds every value of the first is no detour. */
final class CastOfCast extends SingleRule {
  CastOfCast() {
    super(
        "cast-of-cast",
        Set.of(OpKind.CAST),
        "Cast(Cast(x, b), c) where b holds every value of x's dtype",
        "Cast(x, c) | x");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    Cast outer = (Cast) graph.op(node);
    ValueId middle = graph.operands(node).get(0);
    if (!(graph.op(middle.node()) instanceof Cast inner)) {
      return Optional.empty();
    }
    ValueId x = graph.operands(middle.node()).get(0);
    DType from = type(graph, x).dtype();
    if (!isNumber(outer.to())
        || !Lossless.holds(inner.to(), from)
        || wrapsOrSaturates(from, inner.to(), outer.to())) {
      return Optional.empty();
    }
    if (outer.to() == from) {
      return Optional.of(x);
    }
    return rewrite.covers(outer, List.of(x))
        ? Optional.of(graph.apply(graph.name(node), outer, x))
        : Optional.empty();
  }

  /** Integers wrap where floats saturate. */
  private static boolean wrapsOrSaturates(DType from, DType middle, DType to) {
    return from.isInteger() && middle.isFloat() && to.isInteger() && !Lossless.holds(to, from);
  }

  /** What a number becomes as text, or as a small float, may depend on its dtype. */
  private static boolean isNumber(DType dtype) {
    return dtype == DType.BOOL
        || (dtype.isInteger() && dtype.bits() >= 8)
        || (dtype.isFloat() && dtype.bits() >= 16);
  }
}
