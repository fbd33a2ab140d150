package io.pelton.cpu.contract;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.contract.LifeContract;
import io.pelton.engine.contract.Machine;

class CpuLifeOnLateDeviceTest extends LifeContract {
  private final Machine second = Machines.on(new SecondDevice());

  @Override
  protected Machine machine() {
    return second;
  }
}
