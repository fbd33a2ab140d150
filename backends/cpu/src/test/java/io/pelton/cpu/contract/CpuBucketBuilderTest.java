package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketBuilderContract;
import io.pelton.engine.contract.Machine;

class CpuBucketBuilderTest extends BucketBuilderContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
