package io.pelton.engine.kernel;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import java.util.ArrayList;
import java.util.List;

/**
 * What kernels are looked up by.
 *
 * @param inputs dtypes of the operands that kernels read, in order, where a dtype that repeats its
 *     predecessor is left out, so that variadic ops and optional operands need no keys of their own
 * @param outputs dtypes of the tensor outputs, in order
 */
public record BindingKey(OpKind kind, List<DType> inputs, List<DType> outputs, String backend) {
  public BindingKey {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** The key of a node of a graph. */
  public static BindingKey of(Graph graph, NodeId node, String backend) {
    return of(graph, graph.op(node), graph.operands(node), graph.types(node), backend);
  }

  /** The key that a node would have. */
  public static BindingKey of(
      Graph graph, Op op, List<ValueId> operands, List<ValueType> outputs, String backend) {
    List<DType> inputs = new ArrayList<>();
    for (int i = 0; i < operands.size(); i++) {
      if (!operands.get(i).isAbsent() && !op.isPlanOperand(i)) {
        append(inputs, graph.type(operands.get(i)));
      }
    }
    List<DType> dtypes = new ArrayList<>();
    for (ValueType type : outputs) {
      if (type instanceof TensorType tensor) {
        dtypes.add(tensor.dtype());
      }
    }
    return new BindingKey(op.kind(), inputs, dtypes, backend);
  }

  private static void append(List<DType> dtypes, ValueType type) {
    if (type instanceof TensorType tensor
        && (dtypes.isEmpty() || dtypes.get(dtypes.size() - 1) != tensor.dtype())) {
      dtypes.add(tensor.dtype());
    }
  }

  /** The dtypes as users read them: {@code F32,I64->F32}. */
  public String signature() {
    return String.join(",", inputs.stream().map(DType::name).toList())
        + "->"
        + String.join(",", outputs.stream().map(DType::name).toList());
  }

  @Override
  public String toString() {
    return kind.label() + "[" + signature() + "]@" + backend;
  }
}
