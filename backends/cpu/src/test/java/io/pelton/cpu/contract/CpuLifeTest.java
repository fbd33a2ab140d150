package io.pelton.cpu.contract;

import io.pelton.engine.contract.LifeContract;
import io.pelton.engine.contract.Machine;

class CpuLifeTest extends LifeContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
