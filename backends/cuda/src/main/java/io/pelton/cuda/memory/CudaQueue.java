package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.CurrentContext;
import io.pelton.cuda.driver.Gate;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.kernel.DeviceQueue;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Storage;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import jcuda.Pointer;
import jcuda.driver.CUfunction;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;

/**
 * Work of one executable on one device, in order: a stream, and pinned memory for its copies. May
 * be moved between threads; where a kernel is bound by another thread than the one that runs, that
 * one may ask for {@link #context} and {@link #extent}.
 *
 * <p>When the context is lost, everything fails with {@link io.pelton.engine.error.DeviceLost} from
 * then on, but for {@link #drain} and {@link #close}.
 */
public final class CudaQueue implements DeviceQueue {
  private static final int UNKNOWN = -1;

  private final CudaContext context;
  private final DeviceHeap heap;
  private final PinnedHeap pinned;
  private final Gate gate;
  private final CudaStream stream;
  private final StagingRing ring;
  private final StagedCopies staged;
  private final DeviceCopies copies;
  private final Addresses addresses = new Addresses();
  private final Rows source = new Rows();
  private final Rows target = new Rows();
  private final Runnable closed;
  private final Map<Class<?>, QueueAttachment> attached = new LinkedHashMap<>();
  private DeviceMemory extent;
  private Refusals refusals;
  private int active = UNKNOWN;
  private boolean isClosed;

  /**
   * @param closed run when it is closed
   */
  CudaQueue(DeviceHeap heap, PinnedHeap pinned, Runnable closed) {
    this.context = heap.context();
    this.heap = heap;
    this.pinned = pinned;
    this.closed = closed;
    this.gate = context.newGate();
    this.stream = stream(context, gate);
    this.ring = new StagingRing(stream, pinned);
    this.staged = new StagedCopies(stream, ring, addresses);
    this.copies = new DeviceCopies(stream, addresses);
    context.retain();
  }

  private static CudaStream stream(CudaContext context, Gate gate) {
    try {
      gate.enter();
      try {
        return new CudaStream(context);
      } finally {
        gate.leave();
      }
    } catch (RuntimeException | Error e) {
      context.remove(gate);
      throw e;
    }
  }

  public CudaContext context() {
    return context;
  }

  /** For libraries that enqueue by themselves, within {@link #submit}. */
  public CUstream stream() {
    return stream.handle();
  }

  /** Where kernels read the number of active rows: the address of an {@code int}. */
  public long extent() {
    gate.enter();
    try {
      if (extent == null) {
        extent = heap.allocate(Integer.BYTES);
      }
      return extent.address();
    } finally {
      gate.leave();
      CurrentContext.forget();
    }
  }

  /**
   * What kernels of this queue refuse: {@link #await} throws it once the stream is done.
   *
   * @throws io.pelton.engine.error.DeviceOutOfMemory when there is no pinned memory
   */
  public Refusals refusals() {
    gate.enter();
    try {
      if (refusals == null) {
        refusals = Refusals.in(pinned);
      }
      return refusals;
    } finally {
      gate.leave();
      CurrentContext.forget();
    }
  }

  /** Says how many rows kernels that are enqueued from now on compute. */
  public void activate(int rows) {
    if (rows == active) {
      return;
    }
    long address = extent();
    gate.enter();
    try {
      active = UNKNOWN;
      stream.check(
          JCudaDriver.cuMemsetD32Async(addresses.pointer(address), rows, 1, stream.handle()),
          "setting of the active rows");
      active = rows;
    } finally {
      gate.leave();
    }
  }

  /**
   * Enqueues a kernel.
   *
   * @param sharedBytes dynamic ones, of each block
   * @param parameters pointers to the arguments, which are read before this returns
   * @param kernel its name, for errors
   */
  public void launch(
      CUfunction function,
      int gridX,
      int gridY,
      int gridZ,
      int blockX,
      int blockY,
      int blockZ,
      int sharedBytes,
      Pointer parameters,
      String kernel) {
    gate.enter();
    try {
      int code =
          JCudaDriver.cuLaunchKernel(
              function,
              gridX,
              gridY,
              gridZ,
              blockX,
              blockY,
              blockZ,
              sharedBytes,
              stream.handle(),
              parameters,
              null);
      if (code != CUresult.CUDA_SUCCESS) {
        throw stream.failure(code, "launch of '" + kernel + "'");
      }
      stream.launched(kernel);
    } finally {
      gate.leave();
    }
  }

  /**
   * Lets a library enqueue something in {@link #stream}, with the context bound and alive.
   *
   * @param what the kernel's or function's name, for errors that surface later
   * @param submission throws where the library refuses
   */
  public void submit(String what, Runnable submission) {
    gate.enter();
    try {
      submission.run();
      stream.launched(what);
    } finally {
      gate.leave();
    }
  }

  /**
   * What a library keeps for this queue, freed with it.
   *
   * @param make run with the context bound, when it is first asked for
   */
  public <T extends QueueAttachment> T attached(Class<T> type, Supplier<T> make) {
    gate.enter();
    try {
      return type.cast(attached.computeIfAbsent(type, absent -> make.get()));
    } finally {
      gate.leave();
      CurrentContext.forget();
    }
  }

  @Override
  public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
    copyRows(from, fromElement, elements, to, toElement, elements, 1, elements);
  }

  @Override
  public void copyRows(
      Storage from,
      long fromElement,
      long fromStride,
      Storage to,
      long toElement,
      long toStride,
      long rows,
      long elements) {
    if (rows <= 0 || elements <= 0) {
      return;
    }
    if (rows > 1 && fromStride == elements && toStride == elements) {
      copy(from, fromElement, to, toElement, rows * elements);
      return;
    }
    source.set(context, from, fromElement, fromStride, rows, elements);
    target.set(context, to, toElement, toStride, rows, elements);
    if (source.context() != context && target.context() != context) {
      throw new IllegalArgumentException(
          "neither " + from + " nor " + to + " is on " + context.device());
    }
    gate.enter();
    try {
      enqueue(rows, from.dtype().carrierSlots(elements));
    } finally {
      source.forget();
      target.forget();
      gate.leave();
    }
  }

  private void enqueue(long rows, long slots) {
    if (source.context() == null) {
      staged.upload(source, target, rows, slots);
    } else if (target.context() == null) {
      staged.download(source, target, rows, slots);
    } else if (source.context() == target.context()) {
      copies.within(source, target, rows, slots * source.carrier().width());
    } else {
      copies.between(source, target, rows, slots * source.carrier().width());
    }
  }

  @Override
  public void await() {
    gate.enter();
    try {
      int code = stream.synchronize();
      if (code != CUresult.CUDA_SUCCESS) {
        EngineException failure = stream.failure(code, "wait");
        renew();
        throw failure;
      }
      throwRefused();
      ring.deliver();
    } finally {
      gate.leave();
      CurrentContext.forget();
    }
  }

  /** Nothing that came behind what was refused is handed out. */
  private void throwRefused() {
    Optional<InvalidValue> refused = refusals == null ? Optional.empty() : refusals.take();
    if (refused.isPresent()) {
      renew();
      throw refused.get();
    }
  }

  @Override
  public void drain() {
    if (gate.enterToRelease()) {
      try {
        settle(new Release(context));
      } finally {
        gate.leave();
        CurrentContext.forget();
      }
    }
  }

  /** Waits, and notes what failed where that is more than what was enqueued. */
  private void settle(Release release) {
    release.note(stream.synchronize(), "wait");
    renew();
  }

  private void renew() {
    ring.forget();
    if (refusals != null && !context.isLost()) {
      refusals.forget();
    }
    stream.launched(null);
    active = UNKNOWN;
  }

  @Override
  public void close() {
    if (isClosed) {
      return;
    }
    isClosed = true;
    try {
      free();
    } finally {
      closed.run();
      context.remove(gate);
      context.release();
    }
  }

  private void free() {
    Release release = new Release(context);
    if (gate.enterToRelease()) {
      try {
        settle(new Release(context));
        ring.close(release);
        attached.values().forEach(attachment -> release.attempt(attachment::free));
        if (refusals != null) {
          refusals.free(pinned, release);
        }
        stream.close(release);
      } finally {
        gate.leave();
        CurrentContext.forget();
      }
    } else {
      ring.abandon();
      if (refusals != null) {
        refusals.abandon(pinned);
      }
    }
    if (extent != null) {
      extent.close();
    }
    release.finish();
  }
}
