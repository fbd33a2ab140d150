package io.pelton.cuda.testing;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.List;

/** Compares a device's kernels with the CPU's on operands of any strides, as no plan moves them. */
public final class AsTheyLie {
  private AsTheyLie() {}

  /** A tensor on the heap that lies in a random way. */
  public static Tensor next(RandomTensors random, DType dtype, long... dims) {
    while (true) {
      Tensor tensor = random.next(dtype, dims);
      if (tensor.storage() instanceof HeapStorage) {
        return tensor;
      }
    }
  }

  /**
   * Every kernel that repeats its bits.
   *
   * @param operands on the heap; null where absent
   */
  public static void check(Op op, Tensor... operands) {
    Device device = Cuda.device();
    Graph graph = new Graph();
    List<ValueId> ids = new ArrayList<>();
    Operand[] in = new Operand[operands.length];
    for (int i = 0; i < operands.length; i++) {
      ids.add(id(graph, op, i, operands[i]));
      boolean isRead = operands[i] != null && !op.isPlanOperand(i);
      in[i] = isRead ? Operand.on(operands[i]) : null;
    }
    NodeId node = graph.add("node", op, ids);
    Value[] expected = new Evaluator(Cpu.BACKEND, new Prepared()).evaluate("node", op, operands);
    for (Alternative alternative : device.backend().alternatives(graph, node)) {
      if (!alternative.precision().isBitStable()) {
        continue;
      }
      List<Tensor> found = new ArrayList<>();
      for (ValueType type : graph.types(node)) {
        TensorType tensor = (TensorType) type;
        found.add(Tensor.allocate(tensor.dtype(), tensor.shape().dims()));
      }
      Operand[] out = found.stream().map(Operand::on).toArray(Operand[]::new);
      DeviceNode.run(device, alternative, op, graph.inference(node), 1, 1, in, out);
      for (int slot = 0; slot < out.length; slot++) {
        String what = op + " by " + alternative.name() + ", output " + slot;
        Tensor wanted = (Tensor) expected[slot];
        Twins.assertAlike(what, alternative.precision(), wanted, found.get(slot));
      }
    }
  }

  private static ValueId id(Graph graph, Op op, int index, Tensor operand) {
    if (operand == null) {
      return ValueId.ABSENT;
    }
    return op.isPlanOperand(index)
        ? graph.constant("c" + index, operand)
        : graph.input(
            "x" + index, ValueType.tensor(operand.dtype(), Shape.fixed(operand.dims())));
  }
}
