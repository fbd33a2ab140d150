package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketContract;
import io.pelton.engine.contract.Machine;

class CpuBucketOnDeviceTest extends BucketContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
