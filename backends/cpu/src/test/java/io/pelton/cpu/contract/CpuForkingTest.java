package io.pelton.cpu.contract;

import io.pelton.engine.contract.ForkingContract;
import io.pelton.engine.contract.Machine;

class CpuForkingTest extends ForkingContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
