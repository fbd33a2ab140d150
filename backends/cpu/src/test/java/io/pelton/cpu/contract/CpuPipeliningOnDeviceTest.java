package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.PipeliningContract;

class CpuPipeliningOnDeviceTest extends PipeliningContract {
  private final Machine machine = Machines.second();

  @Override
  protected Machine machine() {
    return machine;
  }
}
