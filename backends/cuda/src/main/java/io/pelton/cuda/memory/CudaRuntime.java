package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.driver.CudaDriver;
import io.pelton.cuda.driver.DeviceInformation;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Storage;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Memory and queues of one device, shared by all of this process and class loader. When the
 * device's context is lost, what is asked for next lies in a new one. Thread-safe.
 *
 * <p>How much memory the process may take is limited by the system property {@code
 * pelton.cuda.memory.N} for device {@code N}: a number of bytes such as {@code 8g}, or a fraction
 * of what was free when the device was opened, by default 0.9. {@code pelton.cuda.pinned.N} limits
 * the memory of the host that is pinned for copies, by default to {@code 256m}.
 */
public final class CudaRuntime implements DeviceRuntime {
  private static final Map<Integer, CudaRuntime> RUNTIMES = new ConcurrentHashMap<>();

  /** What belongs to one context. */
  private record Generation(DeviceHeap heap, PinnedHeap pinned) {}

  private final int index;
  private final AtomicInteger liveAllocations = new AtomicInteger();
  private final AtomicInteger liveQueues = new AtomicInteger();
  private long limit;
  private Generation generation;

  private CudaRuntime(int index) {
    this.index = index;
  }

  /**
   * The runtime of a device, which is opened with the first allocation or queue.
   *
   * @param index the driver's
   */
  public static CudaRuntime of(int index) {
    return RUNTIMES.computeIfAbsent(index, CudaRuntime::new);
  }

  /**
   * @throws IllegalArgumentException when a property that limits the memory of one of these can't
   *     be understood
   */
  public static void checkLimits(Iterable<DeviceInformation> devices) {
    for (DeviceInformation device : devices) {
      MemoryLimit.ofDevice(device.id());
      MemoryLimit.ofPinned(device.id());
    }
  }

  private static long freeBytes(CudaContext context) {
    context.gate().enter();
    try {
      return DeviceHeap.freeBytes(context);
    } finally {
      context.gate().leave();
    }
  }

  /** That of the context that is alive. */
  private synchronized Generation current() {
    CudaContext context = CudaDriver.context(index);
    if (generation == null) {
      limit = MemoryLimit.ofDevice(context.device()).of(freeBytes(context));
    }
    if (generation == null || generation.heap().context() != context) {
      generation =
          new Generation(
              new DeviceHeap(context, limit, liveAllocations),
              new PinnedHeap(context, MemoryLimit.ofPinned(context.device()).bytes()));
    }
    return generation;
  }

  /** The context that is alive. */
  public CudaContext context() {
    return current().heap().context();
  }

  /** What this process may use of the device's memory. */
  public long budgetBytes() {
    return current().heap().limit();
  }

  /** Bytes of allocations in the context that is alive. */
  @Override
  public long bytesAllocated() {
    return current().heap().bytesAllocated();
  }

  /** Bytes of the host's memory that are pinned for copies. */
  @Override
  public long bytesPinned() {
    return current().pinned().bytesAllocated();
  }

  /** Allocations that nobody released yet, those on which a loss left nothing, too. */
  public int liveAllocations() {
    return liveAllocations.get();
  }

  /** Queues that nobody closed yet. */
  public int liveQueues() {
    return liveQueues.get();
  }

  @Override
  public DeviceMemory allocate(long bytes) {
    return current().heap().allocate(bytes);
  }

  @Override
  public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
    if (elements <= 0) {
      return;
    }
    CudaContext context = context();
    Rows source = new Rows();
    source.set(context, from, fromElement, elements, 1, elements);
    Rows target = new Rows();
    target.set(context, to, toElement, elements, 1, elements);
    new DirectCopy(context, source, target).run(from.dtype().carrierSlots(elements));
  }

  @Override
  public CudaQueue newQueue() {
    Generation now = current();
    CudaQueue queue = new CudaQueue(now.heap(), now.pinned(), liveQueues::decrementAndGet);
    liveQueues.incrementAndGet();
    return queue;
  }
}
