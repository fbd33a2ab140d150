package io.pelton.cpu.contract;

import io.pelton.engine.contract.LifeContract;
import io.pelton.engine.contract.Machine;

class CpuLifeOnDeviceTest extends LifeContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
