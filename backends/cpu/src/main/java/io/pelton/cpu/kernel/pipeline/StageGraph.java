package io.pelton.cpu.kernel.pipeline;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The stages of a pipeline, each on the first output of the one before, with a number of rows.
 *
 * @param nodes by stage
 */
record StageGraph(Graph graph, List<NodeId> nodes) {
  /**
   * @param in operands of the first stage; matrices and beyond have rows
   */
  static StageGraph of(String name, List<Op> stages, Operand[] in, int rows) {
    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    for (Operand operand : in) {
      long[] dims = operand.layout().dims();
      if (dims.length > 1) {
        dims[0] = rows;
      }
      operands.add(graph.input("operand", ValueType.tensor(operand.dtype(), Shape.fixed(dims))));
    }
    List<NodeId> nodes = new ArrayList<>();
    for (Op stage : stages) {
      NodeId node = graph.add(name, stage, operands);
      nodes.add(node);
      operands = List.of(new ValueId(node, 0));
    }
    return new StageGraph(graph, nodes);
  }

  TensorType type(int stage, int slot) {
    return (TensorType) graph.types(nodes.get(stage)).get(slot);
  }

  /** Elements of the largest first output of a stage. */
  long largest() {
    return IntStream.range(0, nodes.size())
        .mapToLong(stage -> Layout.elements(type(stage, 0).shape().dims()))
        .max()
        .orElse(0);
  }

  NodeSpec part(NodeSpec node, int stage, int rows) {
    NodeId id = nodes.get(stage);
    return node.part(graph.op(id), graph.inference(id), Math.max(1, rows));
  }
}
