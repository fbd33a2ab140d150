package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.PipeliningContract;

class CpuPipeliningTest extends PipeliningContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
