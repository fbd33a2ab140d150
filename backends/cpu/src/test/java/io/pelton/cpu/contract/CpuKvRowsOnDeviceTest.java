package io.pelton.cpu.contract;

import io.pelton.engine.contract.KvRowsContract;
import io.pelton.engine.contract.Machine;

class CpuKvRowsOnDeviceTest extends KvRowsContract {
  private final Machine machine = Machines.second();

  @Override
  protected Machine machine() {
    return machine;
  }
}
