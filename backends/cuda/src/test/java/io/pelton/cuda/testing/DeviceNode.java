package io.pelton.cuda.testing;

import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Runs a kernel as it is on copies of operands in a device's memory. */
public final class DeviceNode {
  private final DeviceRuntime runtime;
  private final List<DeviceStorage> allocated = new ArrayList<>();

  private DeviceNode(Device device) {
    this.runtime = device.runtime().orElseThrow();
  }

  /**
   * Overwrites outputs with what the kernel leaves on the device, where they were copied before.
   *
   * @param in on the heap; null where the kernel gets none
   * @param out on the heap; operand 0 itself where the op writes over it
   */
  public static void run(
      Device device,
      Alternative alternative,
      Op op,
      Inference inference,
      int bound,
      int rows,
      Operand[] in,
      Operand[] out) {
    DeviceNode node = new DeviceNode(device);
    try (RunState state = new RunState();
        Prepared prepared = new Prepared()) {
      NodeSpec spec = new NodeSpec("node", op, inference, bound, prepared, device, state);
      node.run((FixedKernel) alternative.kernel(), spec, rows, in, out);
    } finally {
      node.allocated.forEach(DeviceStorage::close);
    }
  }

  private void run(FixedKernel kernel, NodeSpec spec, int rows, Operand[] in, Operand[] out) {
    Operand[] there = new Operand[in.length];
    for (int i = 0; i < in.length; i++) {
      there[i] = in[i] == null ? null : copy(in[i]);
    }
    Operand[] outThere = new Operand[out.length];
    for (int slot = 0; slot < out.length; slot++) {
      boolean isTarget = spec.op().destructiveInput().isPresent() && slot == 0;
      outThere[slot] = isTarget ? there[0] : copy(out[slot]);
    }
    Call call = kernel.bind(spec, there, outThere);
    call.run(rows);
    spec.state().await();
    for (int slot = 0; slot < out.length; slot++) {
      HeapStorage back = out[slot].heap();
      runtime.copy(outThere[slot].device(), 0, back, 0, back.length());
    }
  }

  private Operand copy(Operand operand) {
    HeapStorage from = operand.heap();
    DeviceStorage to = runtime.allocate(from.dtype(), from.length());
    allocated.add(to);
    runtime.copy(from, 0, to, 0, from.length());
    if (operand.constant().isPresent()) {
      return Operand.constant(new Tensor(to, operand.constant().get().layout()));
    }
    Operand there = Operand.of(operand.dtype(), operand.layout());
    there.point(to, operand.offset());
    return there;
  }
}
