package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.engine.error.DeviceOutOfMemory;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Pinned memory of the host for the copies of one context, within a budget. Thread-safe. */
final class PinnedHeap {
  private final CudaContext context;
  private final MemoryBudget budget;

  /**
   * @param limit bytes
   */
  PinnedHeap(CudaContext context, long limit) {
    this.context = context;
    this.budget = new MemoryBudget(limit);
  }

  long bytesAllocated() {
    return budget.used();
  }

  /**
   * Memory that whoever asked for it frees; called with the context bound. Null when there is no
   * more of it.
   */
  PinnedPointer allocate(int bytes) {
    if (!budget.take(bytes)) {
      return null;
    }
    PinnedPointer pointer = new PinnedPointer();
    int code = JCudaDriver.cuMemHostAlloc(pointer, bytes, 0);
    if (code == CUresult.CUDA_SUCCESS) {
      return pointer;
    }
    budget.giveBack(bytes);
    if (code == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
      return null;
    }
    throw context.failure("allocation of " + bytes + " bytes of pinned memory", code);
  }

  /** Frees it, with the context bound. */
  void free(PinnedPointer pointer, int bytes, Release release) {
    release.note(
        JCudaDriver.cuMemFreeHost(pointer), "release of " + bytes + " bytes of pinned memory");
    budget.giveBack(bytes);
  }

  /** Forgets memory that went with its context. */
  void forget(int bytes) {
    budget.giveBack(bytes);
  }

  DeviceOutOfMemory outOfMemory(int bytes) {
    return new DeviceOutOfMemory(
        context.device() + " (pinned memory of the host)",
        bytes,
        Math.max(budget.left(), 0),
        budget.limit());
  }
}
