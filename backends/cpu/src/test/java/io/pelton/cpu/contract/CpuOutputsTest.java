package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.OutputsContract;

class CpuOutputsTest extends OutputsContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
