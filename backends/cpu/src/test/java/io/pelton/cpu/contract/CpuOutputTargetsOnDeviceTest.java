package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.OutputTargetsContract;

class CpuOutputTargetsOnDeviceTest extends OutputTargetsContract {
  private final Machine machine = Machines.second();

  @Override
  protected Machine machine() {
    return machine;
  }
}
