package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.Gate;
import io.pelton.engine.error.DeviceOutOfMemory;
import io.pelton.engine.tensor.DeviceMemory;
import java.util.concurrent.atomic.AtomicInteger;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Allocations in one context, within a budget. Thread-safe. */
final class DeviceHeap {
  private final CudaContext context;
  private final MemoryBudget budget;
  private final AtomicInteger live;

  /**
   * @param limit bytes
   * @param live counts allocations that nobody released yet
   */
  DeviceHeap(CudaContext context, long limit, AtomicInteger live) {
    this.context = context;
    this.budget = new MemoryBudget(limit);
    this.live = live;
  }

  CudaContext context() {
    return context;
  }

  long limit() {
    return budget.limit();
  }

  long bytesAllocated() {
    return budget.used();
  }

  /**
   * Memory at a multiple of 256 bytes; allocations of nothing have an address of their own, too.
   *
   * @throws DeviceOutOfMemory when the device or the budget has no more
   */
  DeviceMemory allocate(long bytes) {
    long size = Math.max(bytes, 1);
    if (!budget.take(size)) {
      throw outOfMemory(bytes, budget.left());
    }
    DevicePointer pointer;
    try {
      pointer = allocatePointer(bytes, size);
    } catch (RuntimeException | Error e) {
      budget.giveBack(size);
      throw e;
    }
    context.retain();
    live.incrementAndGet();
    return new DeviceMemory(
        context.device(), pointer.address(), bytes, context, () -> free(pointer, size));
  }

  private DevicePointer allocatePointer(long bytes, long size) {
    DevicePointer pointer = new DevicePointer();
    Gate gate = context.gate();
    gate.enter();
    try {
      int code = JCudaDriver.cuMemAlloc(pointer, size);
      if (code == CUresult.CUDA_ERROR_OUT_OF_MEMORY) {
        throw outOfMemory(bytes, Math.min(freeBytes(context), budget.left() + size));
      }
      context.check(code, "allocation of " + bytes + " bytes");
    } finally {
      gate.leave();
    }
    return pointer;
  }

  private DeviceOutOfMemory outOfMemory(long bytes, long free) {
    return new DeviceOutOfMemory(
        context.device().toString(), bytes, Math.max(free, 0), budget.limit());
  }

  private void free(CUdeviceptr pointer, long size) {
    try {
      Release release = new Release(context);
      Gate gate = context.gate();
      if (gate.enterToRelease()) {
        try {
          release.note(JCudaDriver.cuMemFree(pointer), "release of " + size + " bytes");
        } finally {
          gate.leave();
        }
      }
      release.finish();
    } finally {
      budget.giveBack(size);
      live.decrementAndGet();
      context.release();
    }
  }

  /** Of the device, whose context is bound. */
  static long freeBytes(CudaContext context) {
    long[] free = new long[1];
    long[] total = new long[1];
    context.check(JCudaDriver.cuMemGetInfo(free, total), "query of its free memory");
    return free[0];
  }
}
