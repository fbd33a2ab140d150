package io.pelton.cpu.contract;

import io.pelton.engine.contract.BatchContract;
import io.pelton.engine.contract.Machine;

class CpuBatchOnDeviceTest extends BatchContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
