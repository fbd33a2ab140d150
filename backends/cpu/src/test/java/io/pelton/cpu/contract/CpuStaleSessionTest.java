package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.StaleSessionContract;

class CpuStaleSessionTest extends StaleSessionContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
