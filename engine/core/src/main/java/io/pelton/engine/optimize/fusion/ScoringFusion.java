package io.pelton.engine.optimize.fusion;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ScoringOp;
import io.pelton.engine.graph.ScoringOp.ScoringPipeline;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.optimize.Rule;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/** A model takes over what makes its features. */
final class ScoringFusion implements Rule {
  private static final Set<OpKind> SCORERS =
      Set.of(
          OpKind.TREE_CLASSIFIER,
          OpKind.TREE_REGRESSOR,
          OpKind.LINEAR_CLASSIFIER,
          OpKind.LINEAR_REGRESSOR,
          OpKind.SVM_CLASSIFIER,
          OpKind.SVM_REGRESSOR);

  @Override
  public String name() {
    return "scoring-pipeline";
  }

  @Override
  public Exactness exactness() {
    return Exactness.EXACT;
  }

  @Override
  public String pattern() {
    return "a tree, linear or support vector model of FeaturePipeline(x), of one of its stages, or"
        + " of Concat(columns)";
  }

  @Override
  public String becomes() {
    return "ScoringPipeline(x), which makes the features of a few rows at a time";
  }

  @Override
  public Set<OpKind> roots() {
    return SCORERS;
  }

  @Override
  public Optional<List<ValueId>> apply(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    ScoringOp scorer = (ScoringOp) graph.op(node);
    return Columns.of(rewrite, node, graph.operands(node).get(0))
        .flatMap(columns -> fuse(rewrite, node, scorer, columns));
  }

  private static Optional<List<ValueId>> fuse(
      Rewrite rewrite, NodeId node, ScoringOp scorer, Columns columns) {
    Graph graph = rewrite.graph();
    ScoringPipeline op = new ScoringPipeline(new FeaturePipeline(columns.stages()), scorer);
    return rewrite
        .admits(graph.name(node), op, columns.operands())
        .filter(types -> rewrite.canReplace(node, types))
        .filter(types -> rewrite.covers(op, columns.operands(), types))
        .map(types -> slots(graph.add(graph.name(node), op, columns.operands()), types.size()));
  }

  private static List<ValueId> slots(NodeId node, int count) {
    return IntStream.range(0, count).mapToObj(slot -> new ValueId(node, slot)).toList();
  }
}
