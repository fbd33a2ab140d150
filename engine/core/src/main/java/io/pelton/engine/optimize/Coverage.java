package io.pelton.engine.optimize;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import java.util.List;
import java.util.stream.Stream;

/** Which ops the target backend has kernels for. */
@FunctionalInterface
public interface Coverage {
  /** True when the op can run on these operands. */
  boolean covers(Graph graph, Op op, List<ValueId> operands, List<ValueType> outputs);

  /** What each of the backends covers. */
  static Coverage ofAll(List<Backend> backends) {
    List<Coverage> all = backends.stream().map(Coverage::of).toList();
    return (graph, op, operands, outputs) ->
        all.stream().allMatch(one -> one.covers(graph, op, operands, outputs));
  }

  /**
   * What each of the backends covers, where strings and what is no tensor stay on the host: of ops
   * on these, what the host covers.
   */
  static Coverage beside(Backend host, List<Backend> backends) {
    Coverage all = ofAll(backends);
    Coverage own = of(host);
    return (graph, op, operands, outputs) -> {
      boolean isHosts =
          Stream.concat(
                  operands.stream().filter(value -> !value.isAbsent()).map(graph::type),
                  outputs.stream())
              .anyMatch(Coverage::livesOnHost);
      return (isHosts ? own : all).covers(graph, op, operands, outputs);
    };
  }

  private static boolean livesOnHost(ValueType type) {
    return !(type instanceof TensorType tensor) || tensor.dtype() == DType.STRING;
  }

  /** What the binding table has; what needs no kernel counts as covered. */
  static Coverage of(Backend backend) {
    return (graph, op, operands, outputs) -> {
      boolean needsKernel =
          !op.isView()
              && !(op instanceof SourceOp)
              && !(op instanceof ShapeOp.ShapeOf)
              && !(op instanceof ControlOp);
      return !needsKernel
          || !backend
              .table()
              .lookup(BindingKey.of(graph, op, operands, outputs, backend.name()))
              .isEmpty();
    };
  }
}
