package io.pelton.engine.graph;

import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What the parts of an op infer, one after the other, in a graph of their own. */
final class PipelineRule {
  private final Graph graph;
  private final List<TensorType> types;

  private PipelineRule(Graph graph, List<TensorType> types) {
    this.graph = graph;
    this.types = types;
  }

  /**
   * @param withShapes false where only dtypes are asked for
   */
  static <T extends Op & Decomposable> PipelineRule of(Inference in, T op, boolean withShapes) {
    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    for (int i = 0; i < in.count(); i++) {
      Shape shape = withShapes ? in.shape(i) : Shape.UNRANKED;
      operands.add(graph.input("operand" + i, ValueType.tensor(in.dtype(i), shape)));
      if (withShapes && in.hasRows(i)) {
        graph.markRows(shape.extent(0).symbol());
      }
    }
    List<TensorType> types =
        op.decompose(graph, op.label(), operands).stream()
            .map(value -> (TensorType) graph.type(value))
            .toList();
    return new PipelineRule(graph, types);
  }

  List<DType> dtypes() {
    return types.stream().map(TensorType::dtype).toList();
  }

  List<Shape> shapes() {
    return types.stream().map(TensorType::shape).toList();
  }

  boolean isRowwise() {
    return IntStream.range(0, graph.size())
        .mapToObj(NodeId::new)
        .filter(node -> !(graph.op(node) instanceof SourceOp))
        .allMatch(node -> graph.op(node).isRowwise(graph.inference(node)));
  }
}
