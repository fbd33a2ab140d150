package io.pelton.cpu.second;

import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.OptionalInt;

/** Runs a CPU kernel on operands in the second device's memory, through arrays of its own. */
final class SecondKernel implements FixedKernel {
  private final FixedKernel kernel;
  private final SecondMemory memory;

  SecondKernel(FixedKernel kernel, SecondMemory memory) {
    this.kernel = kernel;
    this.memory = memory;
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand[] hostIn = new Operand[in.length];
    for (int i = 0; i < in.length; i++) {
      hostIn[i] = in[i] == null ? null : shadow(in[i]);
    }
    Operand[] hostOut = new Operand[out.length];
    OptionalInt destructive = node.op().destructiveInput();
    for (int slot = 0; slot < out.length; slot++) {
      boolean isRewritten = slot == 0 && destructive.isPresent();
      hostOut[slot] = isRewritten ? hostIn[destructive.getAsInt()] : shadow(out[slot]);
    }
    Call call = kernel.bind(node, hostIn, hostOut);
    return rows -> {
      for (int i = 0; i < in.length; i++) {
        if (in[i] != null && in[i].constant().isEmpty()) {
          memory.move(in[i], hostIn[i]);
        }
      }
      call.run(rows);
      for (int slot = 0; slot < out.length; slot++) {
        memory.move(hostOut[slot], out[slot]);
      }
    };
  }

  private Operand shadow(Operand operand) {
    long elements = operand.layout().elements();
    HeapStorage storage = HeapStorage.allocate(operand.dtype(), elements);
    Tensor tensor = new Tensor(storage, Layout.contiguous(operand.layout().dims()));
    if (operand.constant().isEmpty()) {
      return Operand.on(tensor);
    }
    memory.move(operand, Operand.on(tensor));
    return Operand.constant(tensor);
  }
}
