package io.pelton.engine.optimize.fusion;

import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.ElementwiseProgram.Instruction;
import io.pelton.engine.graph.ElementwiseProgram.Ref;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Joins the programs of a node and of some of its operands. */
final class ElementwiseChain {
  private final Graph graph;
  private final List<ValueId> inputs = new ArrayList<>();
  private final List<Instruction> instructions = new ArrayList<>();
  private final Map<ValueId, Ref> places = new HashMap<>();
  private final int conditions;

  /**
   * @param absorbed operands that are computed on the way
   */
  ElementwiseChain(Graph graph, NodeId root, List<ValueId> absorbed) {
    this.graph = graph;
    List<NodeId> nodes = new ArrayList<>(absorbed.stream().map(ValueId::node).toList());
    nodes.add(root);
    // conditions are the first inputs
    nodes.forEach(this::placeConditions);
    this.conditions = inputs.size();
    nodes.forEach(this::append);
  }

  ElementwiseProgram program() {
    return new ElementwiseProgram(conditions, inputs.size(), instructions);
  }

  /** The operands of the program. */
  List<ValueId> inputs() {
    return inputs;
  }

  private void placeConditions(NodeId node) {
    int count = graph.op(node).kind() == OpKind.WHERE ? 1 : 0;
    if (graph.op(node) instanceof FusedOp.Elementwise fused) {
      count = fused.program().conditions();
    }
    graph.operands(node).subList(0, count).forEach(this::place);
  }

  private void append(NodeId node) {
    List<Ref> operands = graph.operands(node).stream().map(this::place).toList();
    Op op = graph.op(node);
    if (op instanceof FusedOp.Elementwise fused) {
      int before = instructions.size();
      for (Instruction instruction : fused.program().instructions()) {
        List<Ref> moved =
            instruction.operands().stream().map(ref -> moved(ref, operands, before)).toList();
        instructions.add(new Instruction(instruction.kind(), moved));
      }
    } else {
      instructions.add(new Instruction(op.kind(), operands));
    }
    places.put(new ValueId(node, 0), Ref.result(instructions.size() - 1));
  }

  private static Ref moved(Ref ref, List<Ref> operands, int before) {
    return switch (ref.source()) {
      case INPUT -> operands.get(ref.index());
      case RESULT -> Ref.result(before + ref.index());
      case ABSENT -> ref;
    };
  }

  private Ref place(ValueId value) {
    if (value.isAbsent()) {
      return Ref.ABSENT;
    }
    return places.computeIfAbsent(
        value,
        input -> {
          inputs.add(input);
          return Ref.input(inputs.size() - 1);
        });
  }
}
