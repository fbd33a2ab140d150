package io.pelton.engine.executable;

import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Tensor;
import java.util.concurrent.atomic.AtomicLong;

/** Contents that an input keeps from run to run, on the host, on the device, or both. */
final class Handle implements AutoCloseable {
  private static final AtomicLong ALLOCATIONS = new AtomicLong();

  private final InputContract contract;
  private Tensor bound;
  private Tensor resident;
  private boolean isToBeStaged;
  private long allocation;

  /** How often contents on the device had been waited for when they were sent there. */
  private long sentAfter;

  Handle(InputContract contract) {
    this.contract = contract;
  }

  InputContract contract() {
    return contract;
  }

  /** What runs read; null where there is nothing. */
  Tensor contents() {
    return resident == null ? bound : resident;
  }

  /** What lies on the device; null where nothing does. */
  Tensor resident() {
    return resident;
  }

  /** What is bound and still has to be uploaded; null where nothing has to. */
  Tensor staged() {
    return isToBeStaged ? bound : null;
  }

  /** Takes contents on the host. */
  void bind(Tensor own, boolean toBeStaged) {
    close();
    bound = own;
    isToBeStaged = toBeStaged;
    allocation = ALLOCATIONS.incrementAndGet();
  }

  /**
   * Takes contents on the device, which the copy on the host, if there is one, was made into.
   *
   * @param waits how often was waited for what is sent to the device, by now
   */
  void stage(Tensor own, long waits) {
    resident = own;
    sentAfter = waits;
    isToBeStaged = false;
    allocation = ALLOCATIONS.incrementAndGet();
  }

  /** Takes contents on the device in place of whatever there was. */
  void replace(Tensor own, long waits) {
    close();
    stage(own, waits);
  }

  /** Drops contents that were sent to the device and never arrived; what is bound is sent again. */
  void dropSince(long waits) {
    if (resident != null && resident.storage() instanceof DeviceStorage && sentAfter == waits) {
      Tensor kept = bound;
      close();
      bound = kept;
      isToBeStaged = kept != null;
    }
  }

  /** Distinguishes the memory of the contents from all other that handles ever had. */
  long allocation() {
    return allocation;
  }

  long bytes() {
    return bytes(bound) + bytes(resident);
  }

  private static long bytes(Tensor tensor) {
    return tensor == null ? 0 : tensor.storage().byteLength();
  }

  /** Drops the contents. Nothing on the device may still be using them. */
  @Override
  public void close() {
    if (resident != null) {
      resident.storage().close();
    }
    resident = null;
    bound = null;
    isToBeStaged = false;
  }
}
