package io.pelton.cpu.contract;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.StateContract;

class CpuStateOnLateDeviceTest extends StateContract {
  private final Machine second = Machines.on(new SecondDevice());

  @Override
  protected Machine machine() {
    return second;
  }
}
