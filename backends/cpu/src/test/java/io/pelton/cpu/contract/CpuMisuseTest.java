package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.MisuseContract;

class CpuMisuseTest extends MisuseContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
