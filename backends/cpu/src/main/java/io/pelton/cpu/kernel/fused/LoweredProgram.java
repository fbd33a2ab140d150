package io.pelton.cpu.kernel.fused;

import io.pelton.engine.graph.Decomposable;
import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The program that an elementwise op of one operand decomposes to.
 *
 * @param constants inputs of the program after the first, which is the op's operand
 */
record LoweredProgram(ElementwiseProgram program, List<Tensor> constants) {
  static LoweredProgram of(NodeSpec node) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", node.inference().type(0));
    ValueId result = ((Decomposable) node.op()).decompose(graph, node.name(), List.of(x)).get(0);
    List<Tensor> constants = new ArrayList<>();
    List<Instruction> instructions = new ArrayList<>();
    Map<NodeId, Ref> refs = new HashMap<>();
    refs.put(x.node(), Ref.input(0));
    for (NodeId id : graph.order(List.of(result))) {
      Op op = graph.op(id);
      if (op instanceof SourceOp.Const) {
        constants.add(graph.constant(new ValueId(id, 0)).orElseThrow());
        refs.put(id, Ref.input(constants.size()));
      } else if (!id.equals(x.node())) {
        List<Ref> operands =
            graph.operands(id).stream().map(operand -> refs.get(operand.node())).toList();
        refs.put(id, Ref.result(instructions.size()));
        instructions.add(new Instruction(op.kind(), operands));
      }
    }
    return new LoweredProgram(
        new ElementwiseProgram(0, 1 + constants.size(), instructions), constants);
  }
}
