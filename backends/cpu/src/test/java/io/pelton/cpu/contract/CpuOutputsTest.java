package io.pelton.cpu.contract;

import io.pelton.engine.contract.OutputsContract;
import io.pelton.engine.contract.Machine;

class CpuOutputsTest extends OutputsContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
