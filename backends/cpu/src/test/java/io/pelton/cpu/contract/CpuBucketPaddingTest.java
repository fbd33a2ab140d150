package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketPaddingContract;
import io.pelton.engine.contract.Machine;

class CpuBucketPaddingTest extends BucketPaddingContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
