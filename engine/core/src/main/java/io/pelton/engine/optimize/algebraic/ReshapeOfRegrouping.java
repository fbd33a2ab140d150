package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Regrouping;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Of regroupings that follow each other, the last counts. */
final class ReshapeOfRegrouping extends SingleRule {
  ReshapeOfRegrouping() {
    super(
        "reshape-of-regrouping",
        Set.of(OpKind.RESHAPE),
        "Reshape(Reshape | Flatten | Squeeze | Unsqueeze(x), shape without 0)",
        "Reshape(x, shape)");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    ValueId middle = graph.operands(node).get(0);
    ValueId target = graph.operands(node).get(1);
    Optional<List<DynScalar>> lengths = graph.integers(target);
    if (!(graph.op(middle.node()) instanceof Regrouping) || lengths.isEmpty()) {
      return Optional.empty();
    }
    ValueId origin = graph.operands(middle.node()).get(0);
    return reshape(
            (Reshape) graph.op(node), lengths.get(), shape(graph, middle), shape(graph, origin))
        .flatMap(reshape -> rewrite(graph, node, reshape, List.of(origin, target)));
  }

  private Optional<ValueId> rewrite(
      Graph graph, NodeId node, Reshape reshape, List<ValueId> operands) {
    TensorType direct =
        (TensorType) reshape.infer(graph.inference(graph.name(node), reshape, operands)).get(0);
    return isSameShape(direct.shape(), type(graph, new ValueId(node, 0)).shape())
        ? Optional.of(new ValueId(graph.add(graph.name(node), reshape, operands), 0))
        : Optional.empty();
  }

  /** A symbol may turn out to be 0, and then copies a length, which differs between the two. */
  private static Optional<Reshape> reshape(
      Reshape reshape, List<DynScalar> lengths, Shape middle, Shape origin) {
    if (lengths.contains(DynScalar.of(0))) {
      return Optional.empty();
    }
    if (reshape.allowZero() || (copiesItself(lengths, middle) && copiesItself(lengths, origin))) {
      return Optional.of(reshape);
    }
    boolean isComputed = lengths.contains(DynScalar.of(-1));
    return copiesItself(lengths, middle) && !isComputed
        ? Optional.of(new Reshape(true))
        : Optional.empty();
  }

  private static boolean copiesItself(List<DynScalar> lengths, Shape from) {
    boolean copies = true;
    for (int axis = 0; copies && axis < lengths.size(); axis++) {
      copies =
          lengths.get(axis).isConstant()
              || (from.isRanked()
                  && axis < from.rank()
                  && lengths.get(axis).extent().sameAs(from.extent(axis)));
    }
    return copies;
  }

  private static Shape shape(Graph graph, ValueId value) {
    return ((TensorType) graph.type(value)).shape();
  }
}
