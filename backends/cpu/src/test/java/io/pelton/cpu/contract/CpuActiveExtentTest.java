package io.pelton.cpu.contract;

import io.pelton.engine.contract.ActiveExtentContract;
import io.pelton.engine.contract.Machine;

class CpuActiveExtentTest extends ActiveExtentContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
