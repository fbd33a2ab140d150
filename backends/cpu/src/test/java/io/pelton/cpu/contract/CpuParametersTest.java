package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.ParametersContract;

class CpuParametersTest extends ParametersContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
