package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketPaddingContract;
import io.pelton.engine.contract.Machine;

class CpuBucketPaddingOnDeviceTest extends BucketPaddingContract {
  private final Machine second = Machines.second();

  @Override
  protected Machine machine() {
    return second;
  }
}
