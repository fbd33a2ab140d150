package io.pelton.cpu.contract;

import io.pelton.engine.contract.KvRowsContract;
import io.pelton.engine.contract.Machine;

class CpuKvRowsTest extends KvRowsContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
