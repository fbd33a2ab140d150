package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.OutputTargetsContract;

class CpuOutputTargetsTest extends OutputTargetsContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
