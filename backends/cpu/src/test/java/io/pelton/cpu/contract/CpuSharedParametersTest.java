package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.SharedParametersContract;

class CpuSharedParametersTest extends SharedParametersContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
