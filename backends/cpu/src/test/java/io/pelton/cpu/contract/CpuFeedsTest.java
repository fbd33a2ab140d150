package io.pelton.cpu.contract;

import io.pelton.engine.contract.FeedsContract;
import io.pelton.engine.contract.Machine;

class CpuFeedsTest extends FeedsContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
