package io.pelton.cpu.contract;

import io.pelton.engine.contract.ExecutableContract;
import io.pelton.engine.contract.Machine;

class CpuExecutableOnDeviceTest extends ExecutableContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
