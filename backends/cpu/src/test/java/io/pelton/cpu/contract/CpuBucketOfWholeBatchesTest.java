package io.pelton.cpu.contract;

import io.pelton.engine.contract.BucketContract;
import io.pelton.engine.contract.Machine;

/** On a device whose kernels never leave rows out. */
class CpuBucketOfWholeBatchesTest extends BucketContract {
  private final Machine whole = Machines.ofWholeBatches();

  @Override
  protected Machine machine() {
    return whole;
  }
}
