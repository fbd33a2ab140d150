package io.pelton.cpu.contract;

import io.pelton.engine.contract.ForkingContract;
import io.pelton.engine.contract.Machine;

class CpuForkingOnDeviceTest extends ForkingContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }

  /** The kernels of this device keep arrays of their own on the heap, weights among them. */
  @Override
  protected long overheadBytes() {
    return 16 << 20;
  }
}
