package io.pelton.engine.kernel;

import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.KernelFailure;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Computes one node at once from values, with fresh outputs: how constants are folded and tensors
 * packed. Operands are never written: a destructive op works on a copy. Thread-safe.
 */
public final class Evaluator {
  private final Backend backend;
  private final Prepared prepared;

  public Evaluator(Backend backend, Prepared prepared) {
    this.backend = backend;
    this.prepared = prepared;
  }

  /** Whose kernels compute. */
  public Backend backend() {
    return backend;
  }

  /**
   * @param in the operands, null where absent
   * @throws NoBackendForOp when no kernel takes these dtypes
   */
  public Value[] evaluate(String name, Op op, Value[] in) {
    Graph graph = new Graph();
    List<ValueId> operands = new ArrayList<>();
    for (Value value : in) {
      operands.add(value == null ? ValueId.ABSENT : constant(graph, value));
    }
    NodeId node = graph.add(name, op, operands);
    Inference inference = graph.inference(node);
    inference.check(
        op.symbols().isEmpty(), "symbols " + op.symbols() + " should stand for numbers by now");
    checkPlanOperands(op, inference);
    if (op.isView()) {
      return new Value[] {view(op, inference, (Tensor) in[0])};
    }
    if (op instanceof ShapeOp.ShapeOf) {
      long[] lengths =
          op.integers(inference).orElseThrow().stream().mapToLong(DynScalar::constant).toArray();
      return new Value[] {Tensor.of(lengths, lengths.length)};
    }
    Alternative alternative = backend.select(graph, node);
    NodeSpec spec = new NodeSpec(name, op, inference, 1, prepared);
    try {
      return alternative.kernel() instanceof FixedKernel fixed
          ? run(fixed, spec, alternative, in, graph.types(node))
          : ((HostKernel) alternative.kernel()).run(spec, in);
    } catch (EngineException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new KernelFailure(name, op.label(), alternative.name(), e);
    }
  }

  /** Shapes follow from these values, which the graph reads from short lists only. */
  private static void checkPlanOperands(Op op, Inference inference) {
    for (int i = 0; i < inference.count(); i++) {
      if (inference.has(i) && op.isPlanOperand(i) && inference.integers(i).isEmpty()) {
        throw inference.invalid(
            "operand " + i + " should be a short list of integers but is " + inference.type(i));
      }
    }
  }

  private static ValueId constant(Graph graph, Value value) {
    if (value instanceof Tensor tensor) {
      return graph.constant("operand", tensor);
    }
    throw new IllegalArgumentException("no op takes " + value.getClass().getSimpleName());
  }

  private Tensor view(Op op, Inference inference, Tensor operand) {
    return op.view(inference, operand.layout())
        .map(layout -> new Tensor(operand.storage(), layout))
        .orElseGet(() -> view(op, inference, pack(operand)));
  }

  /** The tensor itself if it is contiguous on the heap, else a copy that is. */
  public Tensor contiguous(Tensor tensor) {
    boolean isNative = tensor.storage().space().equals(MemorySpace.NATIVE);
    return tensor.layout().isContiguous() && !isNative ? tensor : pack(tensor);
  }

  private Tensor pack(Tensor tensor) {
    return (Tensor) evaluate("copy", new ShapeOp.Copy(), new Value[] {tensor})[0];
  }

  private Value[] run(
      FixedKernel kernel,
      NodeSpec spec,
      Alternative alternative,
      Value[] in,
      List<ValueType> types) {
    Operand[] operands = new Operand[in.length];
    Tensor owned = null;
    for (int i = 0; i < in.length; i++) {
      if (spec.op().destructiveInput().equals(OptionalInt.of(i))) {
        owned = pack((Tensor) in[i]);
        operands[i] = Operand.on(owned);
      } else if (in[i] != null && !spec.op().isPlanOperand(i)) {
        Tensor tensor = (Tensor) in[i];
        operands[i] = Operand.constant(alternative.takes(tensor) ? tensor : pack(tensor));
      }
    }
    Tensor[] outputs = new Tensor[types.size()];
    Operand[] results = new Operand[types.size()];
    for (int slot = 0; slot < outputs.length; slot++) {
      TensorType type = (TensorType) types.get(slot);
      outputs[slot] =
          slot == 0 && owned != null
              ? new Tensor(owned.storage(), Layout.contiguous(type.shape().dims()))
              : Tensor.allocate(type.dtype(), type.shape().dims());
      results[slot] = Operand.on(outputs[slot]);
    }
    kernel.bind(spec, operands, results).run(1);
    return outputs;
  }
}
