package io.pelton.cpu.contract;

import io.pelton.engine.contract.ActiveExtentContract;
import io.pelton.engine.contract.Machine;

/** On a device whose kernels never leave rows out. */
class CpuActiveExtentOfWholeBatchesTest extends ActiveExtentContract {
  private final Machine whole = Machines.ofWholeBatches();

  @Override
  protected Machine machine() {
    return whole;
  }

  @Override
  protected boolean leavesRowsOut() {
    return false;
  }
}
