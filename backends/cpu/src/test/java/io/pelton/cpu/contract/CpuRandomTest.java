package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.RandomContract;

class CpuRandomTest extends RandomContract {

  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
