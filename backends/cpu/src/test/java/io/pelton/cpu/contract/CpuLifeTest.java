package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.LifeContract;

class CpuLifeTest extends LifeContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
