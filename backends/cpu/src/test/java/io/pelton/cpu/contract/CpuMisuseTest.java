package io.pelton.cpu.contract;

import io.pelton.engine.contract.MisuseContract;
import io.pelton.engine.contract.Machine;

class CpuMisuseTest extends MisuseContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
