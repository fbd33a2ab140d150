package io.pelton.cpu.testing;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Evaluates what an op stands for, node by node. */
public final class Decomposed {
  private Decomposed() {}

  /** The kernel of the op gives the bits of its decomposition. */
  public static void assertSameBits(String description, Op op, Tensor... operands) {
    Value[] found = new Evaluator(Cpu.BACKEND, new Prepared()).evaluate("node", op, operands);
    List<Tensor> expected = evaluateAll(op, operands);
    assertThat(found).as(description).hasSameSizeAs(expected);
    for (int slot = 0; slot < found.length; slot++) {
      assertSameBits(description + ", slot " + slot, (Tensor) found[slot], expected.get(slot));
    }
  }

  private static void assertSameBits(String description, Tensor found, Tensor expected) {
    assertThat(found.dims()).as(description).containsExactly(expected.dims());
    assertThat(found.dtype()).as(description).isEqualTo(expected.dtype());
    assertThat(Cpu.elements(found)).as(description).isEqualTo(Cpu.elements(expected));
  }

  /** The first output of the decomposition, null where an operand is absent. */
  public static Tensor evaluate(Op op, Tensor... operands) {
    return evaluateAll(op, operands).get(0);
  }

  private static List<Tensor> evaluateAll(Op op, Tensor... operands) {
    Graph graph = new Graph();
    List<ValueId> inputs = new ArrayList<>();
    for (Tensor operand : operands) {
      inputs.add(operand == null ? ValueId.ABSENT : graph.constant("operand", operand));
    }
    List<ValueId> results = ((Decomposable) op).decompose(graph, "node", inputs);
    Evaluator evaluator = new Evaluator(Cpu.BACKEND, new Prepared());
    Map<NodeId, Value[]> values = new HashMap<>();
    for (NodeId node : graph.order(results)) {
      values.put(node, evaluate(graph, evaluator, node, values));
    }
    return results.stream().map(value -> (Tensor) values.get(value.node())[value.slot()]).toList();
  }

  private static Value[] evaluate(
      Graph graph, Evaluator evaluator, NodeId node, Map<NodeId, Value[]> values) {
    ValueId output = new ValueId(node, 0);
    if (graph.constant(output).isPresent()) {
      return new Value[] {graph.constant(output).get()};
    }
    Value[] in =
        graph.operands(node).stream()
            .map(value -> value.isAbsent() ? null : values.get(value.node())[value.slot()])
            .toArray(Value[]::new);
    return evaluator.evaluate(graph.name(node), graph.op(node), in);
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
