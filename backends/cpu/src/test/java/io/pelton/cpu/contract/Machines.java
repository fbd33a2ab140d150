package io.pelton.cpu.contract;

import io.pelton.cpu.CpuBackendProvider;
import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.contract.Machine;
import io.pelton.engine.kernel.Backend;

/** What the suites run on here. */
final class Machines {
  static final Machine HOST = Machine.host(Backend.open(new CpuBackendProvider()));

  private Machines() {}

  /**
   * Everything on {@code cpu:1}, beside the host. Its memory must be free, and its queues ended,
   * when a test has closed all it opened.
   */
  static Machine second() {
    return on(SecondDevice.beside());
  }

  /** The same where every kernel computes the whole batch. */
  static Machine ofWholeBatches() {
    return on(SecondDevice.ofWholeBatches());
  }

  static Machine on(SecondDevice second) {
    return new Machine(second.besideHost(), SecondDevice.ID, () -> checkFree(second));
  }

  private static void checkFree(SecondDevice second) {
    int live = second.memory().liveAllocations();
    int queues = second.memory().liveQueues();
    if (live != 0 || queues != 0) {
      throw new AssertionError(
          live + " allocations were not released, " + queues + " queues not closed");
    }
  }
}
