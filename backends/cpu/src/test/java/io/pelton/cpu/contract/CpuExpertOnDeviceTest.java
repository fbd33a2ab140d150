package io.pelton.cpu.contract;

import io.pelton.engine.contract.ExpertContract;
import io.pelton.engine.contract.Machine;

class CpuExpertOnDeviceTest extends ExpertContract {
  private final Machine machine = Machines.second();

  @Override
  protected Machine machine() {
    return machine;
  }
}
