package io.pelton.engine.optimize.fusion;

import io.pelton.engine.graph.ElementwiseProgram;
import io.pelton.engine.graph.FusedOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Finds the operands of an elementwise node that can be computed in its loop: made by such a loop
 * themselves, read by nothing else, and of the node's own shape, so that no element is computed
 * twice.
 */
final class ElementwiseOperands {
  /** Keeps what a loop reads and holds in the first cache, and fusing a long chain linear. */
  private static final int MAX_INSTRUCTIONS = 32;

  private static final int MAX_INPUTS = 16;

  private final Rewrite rewrite;
  private final Graph graph;
  private final NodeId root;

  ElementwiseOperands(Rewrite rewrite, NodeId root) {
    this.rewrite = rewrite;
    this.graph = rewrite.graph();
    this.root = root;
  }

  /** Each once, in the node's order. */
  List<ValueId> absorbed() {
    TensorType type = (TensorType) graph.types(root).get(0);
    if ((type.dtype() != DType.F32 && type.dtype() != DType.F64) || !type.shape().isRanked()) {
      return List.of();
    }
    List<ValueId> data = data(root);
    int instructions = 1;
    int inputs = graph.operands(root).size();
    List<ValueId> absorbed = new ArrayList<>();
    for (ValueId operand : data) {
      if (!absorbed.contains(operand) && isAbsorbable(operand, data, type)) {
        instructions += instructions(operand.node());
        inputs += graph.operands(operand.node()).size() - 1;
        if (instructions > MAX_INSTRUCTIONS || inputs > MAX_INPUTS) {
          return absorbed;
        }
        absorbed.add(operand);
      }
    }
    return absorbed;
  }

  /** The operands that run along with the output; conditions and bounds have to be inputs. */
  private List<ValueId> data(NodeId node) {
    List<ValueId> operands = graph.operands(node);
    OpKind kind = graph.op(node).kind();
    if (kind == OpKind.WHERE) {
      return operands.subList(1, operands.size());
    }
    return kind == OpKind.CLIP ? operands.subList(0, 1) : operands;
  }

  private boolean isAbsorbable(ValueId operand, List<ValueId> data, TensorType type) {
    return isLoop(graph.op(operand.node()))
        && graph.type(operand).equals(type)
        && rewrite.canAbsorb(root, operand.node())
        && rewrite.uses(operand) == Collections.frequency(data, operand);
  }

  private static boolean isLoop(Op op) {
    return ElementwiseProgram.admits(op.kind()) || op instanceof FusedOp.Elementwise;
  }

  private int instructions(NodeId node) {
    return graph.op(node) instanceof FusedOp.Elementwise fused
        ? fused.program().instructions().size()
        : 1;
  }
}
