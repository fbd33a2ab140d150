package io.pelton.engine.plan;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DeviceId;
import java.util.Set;

/** Moves contiguous elements between the host and a device. */
final class Transfer implements FixedKernel {
  private final DeviceRuntime runtime;

  private Transfer(DeviceRuntime runtime) {
    this.runtime = runtime;
  }

  static Alternative alternative(DeviceRuntime runtime, DeviceId from, DeviceId to) {
    return new Alternative(from + " to " + to, new Transfer(runtime), Set.of(Capability.ACTIVE_EXTENT));
  }

  @Override
  public Call bind(NodeSpec node, Operand[] in, Operand[] out) {
    Operand source = in[0];
    Operand target = out[0];
    long elements = target.layout().elements();
    long perRow = elements / node.rows();
    return rows ->
        runtime.copy(
            source.storage(), source.offset(), target.storage(), target.offset(), rows * perRow);
  }
}
