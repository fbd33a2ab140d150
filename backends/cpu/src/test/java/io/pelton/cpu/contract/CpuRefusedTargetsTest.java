package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.RefusedTargetsContract;

class CpuRefusedTargetsTest extends RefusedTargetsContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
