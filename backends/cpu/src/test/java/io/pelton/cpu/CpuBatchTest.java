package io.pelton.cpu;

import io.pelton.engine.contract.BatchContract;
import io.pelton.engine.kernel.Backend;

class CpuBatchTest extends BatchContract {
  private static final Backend BACKEND = Backend.open(new CpuBackendProvider());

  @Override
  protected Backend backend() {
    return BACKEND;
  }
}
