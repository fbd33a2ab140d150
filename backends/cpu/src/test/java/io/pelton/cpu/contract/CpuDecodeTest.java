package io.pelton.cpu.contract;

import io.pelton.engine.contract.DecodeContract;
import io.pelton.engine.contract.Machine;

class CpuDecodeTest extends DecodeContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
