package io.pelton.cuda.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cuda.testing.Cuda;
import io.pelton.cuda.testing.DeviceNode;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Runs one kernel on operands as they lie, without what a plan does to them before. */
final class StridedTwins {
  private StridedTwins() {}

  /**
   * @param operands on the heap; null where absent
   */
  static void check(BindingTable table, Op op, Tensor... operands) {
    Tensor expected = Cpu.evaluate(op, operands);
    Tensor found = Tensor.allocate(expected.dtype(), expected.dims());
    run(table, op, found, operands);
    List<String> layouts =
        Arrays.stream(operands)
            .map(operand -> operand == null ? "absent" : operand.layout().toString())
            .toList();
    assertThat(Cpu.elements(found))
        .as("%s of %s", op.label(), layouts)
        .isEqualTo(Cpu.elements(expected));
  }

  /** The op writes over its only operand. */
  static void checkInPlace(BindingTable table, Op op, Tensor expected, Tensor operand) {
    run(table, op, operand, operand);
    assertThat(Cpu.elements(operand)).as(op.label()).isEqualTo(Cpu.elements(expected));
  }

  private static void run(BindingTable table, Op op, Tensor out, Tensor... operands) {
    Graph graph = new Graph();
    List<ValueId> ids = new ArrayList<>();
    Operand[] in = new Operand[operands.length];
    for (int i = 0; i < in.length; i++) {
      Tensor operand = operands[i];
      in[i] = operand == null ? null : Operand.on(operand);
      ids.add(
          operand == null
              ? ValueId.ABSENT
              : graph.input("x", ValueType.tensor(operand.dtype(), Shape.fixed(operand.dims()))));
    }
    NodeId node = graph.add("node", op, ids);
    Alternative alternative = table.lookup(BindingKey.of(graph, node, "cuda")).get(0);
    Operand[] outputs = {Operand.on(out)};
    DeviceNode.run(
        Cuda.device(), alternative, op, graph.inference(node), 1, 1, in, outputs);
  }
}
