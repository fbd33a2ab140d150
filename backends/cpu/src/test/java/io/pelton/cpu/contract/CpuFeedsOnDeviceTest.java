package io.pelton.cpu.contract;

import io.pelton.engine.contract.FeedsContract;
import io.pelton.engine.contract.Machine;

class CpuFeedsOnDeviceTest extends FeedsContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
