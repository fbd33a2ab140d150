package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.StateContract;

class CpuStateTest extends StateContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
