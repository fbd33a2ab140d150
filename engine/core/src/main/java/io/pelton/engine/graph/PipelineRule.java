package io.pelton.engine.graph;

import io.pelton.engine.graph.FeatureOp.FeaturePipeline;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What the stages of a pipeline infer, one after the other, in a graph of their own. */
final class PipelineRule {
  private final Graph graph;
  private final ValueId result;

  private PipelineRule(Graph graph, ValueId result) {
    this.graph = graph;
    this.result = result;
  }

  /**
   * @param withShapes false where only dtypes are asked for
   */
  static PipelineRule of(Inference in, FeaturePipeline op, boolean withShapes) {
    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    for (int i = 0; i < in.count(); i++) {
      Shape shape = withShapes ? in.shape(i) : Shape.UNRANKED;
      operands.add(graph.input("operand" + i, ValueType.tensor(in.dtype(i), shape)));
      if (withShapes && in.hasRows(i)) {
        graph.markRows(shape.extent(0).symbol());
      }
    }
    return new PipelineRule(graph, op.decompose(graph, op.label(), operands).get(0));
  }

  TensorType type() {
    return (TensorType) graph.type(result);
  }

  boolean isRowwise() {
    return IntStream.range(0, graph.size())
        .mapToObj(NodeId::new)
        .filter(node -> !(graph.op(node) instanceof SourceOp))
        .allMatch(node -> graph.op(node).isRowwise(graph.inference(node)));
  }
}
