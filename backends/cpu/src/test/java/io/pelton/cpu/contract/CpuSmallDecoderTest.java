package io.pelton.cpu.contract;

import io.pelton.engine.contract.Machine;
import io.pelton.engine.contract.SmallDecoderContract;

class CpuSmallDecoderTest extends SmallDecoderContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
