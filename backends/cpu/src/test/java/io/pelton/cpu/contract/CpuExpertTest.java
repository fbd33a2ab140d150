package io.pelton.cpu.contract;

import io.pelton.engine.contract.ExpertContract;
import io.pelton.engine.contract.Machine;

class CpuExpertTest extends ExpertContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
