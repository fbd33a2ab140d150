package io.pelton.engine.optimize.algebraic;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.Rewrite;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Factors of 1 and summands of 0, as far as they keep the sign of a floating-point zero. */
final class NeutralOperand extends SingleRule {
  NeutralOperand() {
    super(
        "neutral-operand",
        Set.of(OpKind.ADD, OpKind.SUB, OpKind.MUL, OpKind.DIV),
        "Mul(x, 1) | Div(x, 1) | Sub(x, 0) | Add(x, -0.0) | Add(integer x, 0)",
        "x");
  }

  @Override
  Optional<ValueId> rewrite(Rewrite rewrite, NodeId node) {
    Graph graph = rewrite.graph();
    OpKind kind = graph.op(node).kind();
    List<ValueId> operands = graph.operands(node);
    boolean isCommutative = kind == OpKind.MUL || kind == OpKind.ADD;
    for (int at = 0; at < (isCommutative ? 2 : 1); at++) {
      ValueId kept = operands.get(at);
      if (isNeutral(graph, kind, operands.get(1 - at))
          && isSameType(graph, new ValueId(node, 0), kept)) {
        return Optional.of(kept);
      }
    }
    return Optional.empty();
  }

  private static boolean isNeutral(Graph graph, OpKind kind, ValueId value) {
    Tensor tensor = graph.constant(value).orElse(null);
    if (tensor == null || tensor.layout().elements() != 1) {
      return false;
    }
    DType dtype = tensor.dtype();
    boolean isReadable = dtype.isInteger() || (dtype.isFloat() && dtype.bits() >= 16);
    if (!isReadable) {
      return false;
    }
    double number = tensor.toDoubles()[0];
    return switch (kind) {
      case MUL, DIV -> number == 1;
      case SUB -> Double.compare(number, 0) == 0;
      default -> Double.compare(number, dtype.isFloat() ? -0.0 : 0.0) == 0;
    };
  }
}
