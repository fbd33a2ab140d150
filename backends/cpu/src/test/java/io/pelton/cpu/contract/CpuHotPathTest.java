package io.pelton.cpu.contract;

import io.pelton.engine.contract.HotPathContract;
import io.pelton.engine.contract.Machine;

class CpuHotPathTest extends HotPathContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
