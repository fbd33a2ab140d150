package io.pelton.cpu.contract;

import io.pelton.engine.contract.BatchContract;
import io.pelton.engine.contract.Machine;

class CpuBatchTest extends BatchContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
