package io.pelton.cpu.contract;

import io.pelton.engine.contract.MisuseContract;
import io.pelton.engine.contract.Machine;

class CpuMisuseOnDeviceTest extends MisuseContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
