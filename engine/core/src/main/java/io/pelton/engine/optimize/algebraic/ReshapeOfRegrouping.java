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
    boolean copiesLengths =
        graph.integers(target).map(lengths -> lengths.contains(DynScalar.of(0))).orElse(true);
    if (!(graph.op(middle.node()) instanceof Regrouping) || copiesLengths) {
      return Optional.empty();
    }
    Reshape reshape = (Reshape) graph.op(node);
    List<ValueId> operands = List.of(graph.operands(middle.node()).get(0), target);
    TensorType direct =
        (TensorType) reshape.infer(graph.inference(graph.name(node), reshape, operands)).get(0);
    return isSameShape(direct.shape(), type(graph, new ValueId(node, 0)).shape())
        ? Optional.of(new ValueId(graph.add(graph.name(node), reshape, operands), 0))
        : Optional.empty();
  }
}
