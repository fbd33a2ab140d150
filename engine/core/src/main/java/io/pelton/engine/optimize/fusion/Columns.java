package io.pelton.engine.optimize.fusion;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.FeatureOp.FeatureVectorizer;
import io.pelton.engine.graph.FeatureOp.Mapped;
import io.pelton.engine.graph.FeatureOp.OneHotEncoder;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Flatten;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What a node that reads columns of a table may take over.
 *
 * @param stages as of a {@link FeaturePipeline}
 * @param operands of the first stage
 */
record Columns(List<Op> stages, List<ValueId> operands) {
  /** The ops that compute the value, where the root alone reads it. */
  static Optional<Columns> of(Rewrite rewrite, NodeId root, ValueId value) {
    if (value.isAbsent() || rewrite.uses(value) != 1 || !rewrite.canAbsorb(root, value.node())) {
      return Optional.empty();
    }
    Graph graph = rewrite.graph();
    Op op = graph.op(value.node());
    List<ValueId> operands = List.copyOf(graph.operands(value.node()));
    if (op instanceof FeaturePipeline pipeline) {
      return Optional.of(new Columns(pipeline.stages(), operands));
    }
    if (op instanceof Mapped
        || op instanceof OneHotEncoder
        || op instanceof FeatureVectorizer
        || op instanceof Concat) {
      return Optional.of(new Columns(List.of(op), operands));
    }
    return isFlattening(graph, value)
        ? of(rewrite, root, operands.get(0)).map(columns -> columns.and(new Flatten(1)))
        : Optional.empty();
  }

  Columns and(Op stage) {
    List<Op> all = new ArrayList<>(stages);
    all.add(stage);
    return new Columns(List.copyOf(all), operands);
  }

  /** True when what belongs to a row of several axes becomes one row of a matrix. */
  private static boolean isFlattening(Graph graph, ValueId value) {
    Op op = graph.op(value.node());
    if (!(op instanceof Flatten || op instanceof Reshape)) {
      return false;
    }
    Shape from = ((TensorType) graph.type(graph.operands(value.node()).get(0))).shape();
    Shape to = ((TensorType) graph.type(value)).shape();
    return from.isRanked()
        && to.isRanked()
        && from.rank() > 2
        && to.rank() == 2
        && from.extent(0).sameAs(to.extent(0))
        && from.extents().stream().skip(1).allMatch(Extent::isFixed);
  }
}
