package io.pelton.cpu.contract;

import io.pelton.engine.contract.HandlesContract;
import io.pelton.engine.contract.Machine;

class CpuHandlesOnDeviceTest extends HandlesContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
