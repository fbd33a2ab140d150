package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.RefusedTargetsContract;

class CpuRefusedTargetsOnDeviceTest extends RefusedTargetsContract {
  private final Machine machine = Machines.second();

  @Override
  protected Machine machine() {
    return machine;
  }
}
