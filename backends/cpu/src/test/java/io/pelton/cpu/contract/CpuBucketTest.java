package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketContract;
import io.pelton.engine.contract.Machine;

class CpuBucketTest extends BucketContract {
  @Override
  protected Machine machine() {
    return Machines.HOST;
  }
}
