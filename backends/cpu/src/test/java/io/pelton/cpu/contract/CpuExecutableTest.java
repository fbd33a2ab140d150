package io.pelton.cpu.contract;

import io.pelton.engine.contract.ExecutableContract;
import io.pelton.engine.contract.Machine;

class CpuExecutableTest extends ExecutableContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
