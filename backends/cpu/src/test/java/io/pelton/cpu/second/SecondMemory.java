package io.pelton.cpu.second;

import io.pelton.engine.error.ArenaTooLarge;
import io.pelton.engine.kernel.DeviceQueue;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.NativeStorage;
import io.pelton.engine.tensor.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

/**
 * The memory of {@code cpu:1}: allocations of plain bytes at addresses of their own, each followed
 * by a guard zone that must stay untouched.
 */
public final class SecondMemory implements DeviceRuntime {
  private static final int GUARD = 64;
  private static final byte PATTERN = (byte) 0xA5;

  private final DeviceId device;
  private final Function<SecondMemory, SecondQueue> queues;
  private final Set<SecondQueue> liveQueues = ConcurrentHashMap.newKeySet();
  private final Map<Long, ByteBuffer> allocations = new ConcurrentHashMap<>();
  private final AtomicLong nextAddress = new AtomicLong(1 << 16);
  private final AtomicLong copies = new AtomicLong();
  private final AtomicLong untilRefused = new AtomicLong(-1);

  /**
   * @param queues makes the queues of its executables
   */
  SecondMemory(DeviceId device, Function<SecondMemory, SecondQueue> queues) {
    this.device = device;
    this.queues = queues;
  }

  @Override
  public DeviceQueue newQueue() {
    SecondQueue queue = queues.apply(this);
    liveQueues.add(queue);
    return queue;
  }

  void ended(SecondQueue queue) {
    liveQueues.remove(queue);
  }

  /** Queues that nobody closed yet. */
  public int liveQueues() {
    return liveQueues.size();
  }

  /**
   * Refuses one allocation, as a device that is full does.
   *
   * @param allocations that succeed before it
   */
  public void refuseAfter(long allocations) {
    untilRefused.set(allocations);
  }

  /** True when an allocation was refused since {@link #refuseAfter}. */
  public boolean hasRefused() {
    return untilRefused.get() < 0;
  }

  @Override
  public DeviceMemory allocate(long bytes) {
    if (untilRefused.getAndDecrement() == 0) {
      throw new ArenaTooLarge(device.toString(), bytes, 0);
    }
    int size = Math.toIntExact(bytes);
    ByteBuffer memory = ByteBuffer.allocateDirect(size + GUARD).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < size + GUARD; i++) {
      memory.put(i, PATTERN);
    }
    long address = nextAddress.getAndAdd((size + 2L * GUARD) / GUARD * GUARD);
    allocations.put(address, memory);
    return new DeviceMemory(device, address, bytes, () -> free(address));
  }

  private void free(long address) {
    ByteBuffer memory = allocations.remove(address);
    for (int i = memory.capacity() - GUARD; i < memory.capacity(); i++) {
      if (memory.get(i) != PATTERN) {
        throw new IllegalStateException("a write behind the allocation at " + address);
      }
    }
  }

  /** Allocations that nobody released yet. */
  public int liveAllocations() {
    return allocations.size();
  }

  /** Copies to, from and within the device so far. */
  public long copies() {
    return copies.get();
  }

  /** A copy that is no move between devices: a kernel's own view of its operands. */
  void move(Storage from, long fromElement, Storage to, long toElement, long elements) {
    if (elements > 0) {
      store(load(from, fromElement, elements), to, toElement);
    }
  }

  @Override
  public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
    count(from, to);
    move(from, fromElement, to, toElement, elements);
  }

  /** Of a copy from, to or within the device. */
  void count(Storage from, Storage to) {
    if (!(from instanceof DeviceStorage) && !(to instanceof DeviceStorage)) {
      throw new IllegalArgumentException("neither " + from + " nor " + to + " is on " + device);
    }
    copies.incrementAndGet();
  }

  /** The bytes of some elements, at least one. */
  ByteBuffer load(Storage from, long fromElement, long elements) {
    DType dtype = from.dtype();
    int size = Math.toIntExact(dtype.carrierSlots(elements) * dtype.carrier().width());
    ByteBuffer loaded = ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    read(from, slot(from, fromElement), loaded);
    return loaded;
  }

  /** Writes what was loaded. */
  void store(ByteBuffer loaded, Storage to, long toElement) {
    write(loaded, to, slot(to, toElement));
  }

  private static int slot(Storage storage, long element) {
    return Math.toIntExact(storage.dtype().carrierSlots(element));
  }

  private void read(Storage from, int slot, ByteBuffer into) {
    if (from instanceof HeapStorage heap) {
      Staging.store(heap, slot, into);
    } else {
      into.put(0, bytes(from), slot * from.dtype().carrier().width(), into.capacity());
    }
  }

  private void write(ByteBuffer from, Storage to, int slot) {
    if (to instanceof HeapStorage heap) {
      Staging.load(from, heap, slot);
    } else {
      bytes(to).put(slot * to.dtype().carrier().width(), from, 0, from.capacity());
    }
  }

  private ByteBuffer bytes(Storage storage) {
    if (storage instanceof NativeStorage memory) {
      return memory.bytes();
    }
    DeviceStorage slice = (DeviceStorage) storage;
    if (!slice.memory().device().equals(device)) {
      throw new IllegalArgumentException(slice + " is not on " + device);
    }
    return allocations
        .get(slice.memory().address())
        .slice(Math.toIntExact(slice.byteOffset()), Math.toIntExact(slice.byteLength()))
        .order(ByteOrder.LITTLE_ENDIAN);
  }
}
