package io.pelton.cpu.contract;

import io.pelton.engine.contract.ActiveExtentContract;
import io.pelton.engine.contract.Machine;

class CpuActiveExtentOnDeviceTest extends ActiveExtentContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
