package io.pelton.cpu;

import io.pelton.engine.contract.ExecutableContract;
import io.pelton.engine.kernel.Backend;

class CpuExecutableTest extends ExecutableContract {
  private static final Backend BACKEND = Backend.open(new CpuBackendProvider());

  @Override
  protected Backend backend() {
    return BACKEND;
  }
}
