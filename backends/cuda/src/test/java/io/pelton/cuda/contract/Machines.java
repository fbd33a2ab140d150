package io.pelton.cuda.contract;

import io.pelton.cuda.testing.Cuda;
import io.pelton.engine.contract.Machine;

/** What the suites run on here. */
final class Machines {
  private Machines() {}

  /**
   * What the device has kernels for there, the rest on the host. What is leaked is found by the
   * extension after each test.
   */
  static Machine cuda() {
    return new Machine(Cuda.devices(), Cuda.ID, Cuda.whereItCan(), () -> {});
  }
}
