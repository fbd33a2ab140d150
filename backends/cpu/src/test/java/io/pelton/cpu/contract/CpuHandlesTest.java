package io.pelton.cpu.contract;

import io.pelton.engine.contract.HandlesContract;
import io.pelton.engine.contract.Machine;

class CpuHandlesTest extends HandlesContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
