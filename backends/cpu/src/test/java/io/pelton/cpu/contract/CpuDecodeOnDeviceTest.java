package io.pelton.cpu.contract;

import io.pelton.engine.contract.DecodeContract;
import io.pelton.engine.contract.Machine;

class CpuDecodeOnDeviceTest extends DecodeContract {
  private final Machine machine = Machines.second();

  @Override
  protected Machine machine() {
    return machine;
  }
}
