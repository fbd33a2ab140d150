package io.pelton.cpu;

import io.pelton.cpu.testing.Cpu;
import io.pelton.engine.contract.ExecutableContract;
import io.pelton.engine.kernel.Backend;

class CpuExecutableTest extends ExecutableContract {
  @Override
  protected Backend backend() {
    return Cpu.BACKEND;
  }
}
