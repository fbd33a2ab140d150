package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketBuilderContract;
import io.pelton.engine.contract.Machine;

class CpuBucketBuilderOnDeviceTest extends BucketBuilderContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
