package io.pelton.cpu.testing;

import io.pelton.engine.graph.Decomposable;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/** Evaluates what an op decomposes to, node by node. */
public final class Decomposed {
  private Decomposed() {}

  /** The first output of the op on the operands, null where absent. */
  public static Tensor evaluate(Op op, Tensor... operands) {
    Graph graph = new Graph();
    List<ValueId> inputs = new ArrayList<>();
    for (Tensor operand : operands) {
      inputs.add(operand == null ? ValueId.ABSENT : graph.constant("operand", operand));
    }
    List<ValueId> results = ((Decomposable) op).decompose(graph, "node", inputs);
    Evaluator evaluator = new Evaluator(Cpu.BACKEND, new Prepared());
    Map<ValueId, Value> values = new HashMap<>();
    for (NodeId node : graph.order(results)) {
      ValueId output = new ValueId(node, 0);
      Value[] in = graph.operands(node).stream().map(values::get).toArray(Value[]::new);
      values.put(
          output,
          graph.constant(output).isPresent()
              ? graph.constant(output).get()
              : evaluator.evaluate("step", graph.op(node), in)[0]);
    }
    return (Tensor) values.get(results.get(0));
  }

  /** Numbers of moderate size, also in half precision, that lie in any way in any memory. */
  public static Tensor numbers(RandomTensors tensors, DType dtype, long... dims) {
    if (dtype == DType.F32 || dtype == DType.F64) {
      return tensors.next(dtype, dims);
    }
    int[] reversed = IntStream.range(0, dims.length).map(i -> dims.length - 1 - i).toArray();
    Tensor wide = tensors.next(DType.F32, dims);
    Tensor turned = new Tensor(wide.storage(), wide.layout().permute(reversed));
    Tensor narrow = Cpu.evaluate(new Cast(dtype), turned);
    return new Tensor(narrow.storage(), narrow.layout().permute(reversed));
  }
}
