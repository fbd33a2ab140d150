package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.engine.kernel.DeviceQueue;
import jcuda.Pointer;
import jcuda.driver.CUfunction;

/** Work of one executable on one device, in order. */
public abstract class CudaQueue implements DeviceQueue {
  public abstract CudaContext context();

  /** Says how many rows kernels that are enqueued from now on compute. */
  public abstract void activate(int rows);

  /** Where kernels read the number of active rows: the address of an {@code int}. */
  public abstract long extent();

  /**
   * What kernels of this queue refuse. Taken and thrown by {@link #await} once the stream is done;
   * forgotten by {@link #drain}.
   */
  public abstract Refusals refusals();

  /** Enqueues a kernel. */
  public abstract void launch(
      CUfunction function,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int sharedBytes,
      Pointer parameters,
      String kernel);
}
