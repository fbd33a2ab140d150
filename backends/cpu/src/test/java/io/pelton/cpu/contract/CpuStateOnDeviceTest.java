package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.StateContract;

class CpuStateOnDeviceTest extends StateContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
