package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.DeviceQueue;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DeviceId;
import java.util.Set;

/** Moves contiguous elements between the host and a device, in the queue of the latter. */
final class Transfer implements FixedKernel {
  private Transfer() {}

  static Alternative alternative(DeviceId from, DeviceId to) {
    return new Alternative(from + " to " + to, new Transfer(), Set.of(Capability.ACTIVE_EXTENT));
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand source = in[0];
    Operand target = out[0];
    long elements = target.layout().elements();
    long perRow = elements / node.rows();
    DeviceQueue queue = node.queue();
    return rows ->
        queue.copy(
            source.storage(), source.offset(), target.storage(), target.offset(), rows * perRow);
  }
}
