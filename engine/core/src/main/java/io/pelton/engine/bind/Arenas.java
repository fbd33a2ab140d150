package io.pelton.engine.bind;

import io.pelton.engine.error.ArenaTooLarge;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.ArenaKey;
import io.pelton.engine.plan.MemoryPlan;
import io.pelton.engine.plan.Root;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.HeapStorage;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.tensor.Storage;
import java.util.HashMap;
import java.util.Map;

/** The memory of a plan's transient values: arrays on the heap, one allocation per device. */
final class Arenas implements AutoCloseable {
  /** The longest array that every JVM can make. */
  private static final int MAX_ARRAY = Integer.MAX_VALUE - 8;

  private final MemoryPlan plan;
  private final long bytes;
  private final Map<ArenaKey, Object> arrays = new HashMap<>();
  private final Map<ArenaKey, DeviceMemory> memories = new HashMap<>();

  /** The arrays again, to go through without allocation. */
  private final Object[] all;

  /**
   * @param name of the graph, for messages
   * @throws ArenaTooLarge when an arena fits no array
   */
  Arenas(String name, MemoryPlan plan, Devices devices) {
    this.plan = plan;
    this.bytes = plan.bytes();
    try {
      plan.arenas().forEach((arena, size) -> allocate(name, arena, size.peak(), devices));
    } catch (RuntimeException | Error e) {
      close();
      throw e;
    }
    this.all = arrays.values().toArray();
  }

  /** True for a slice of an array that is one of these. */
  boolean holds(Storage storage) {
    if (storage instanceof HeapStorage heap) {
      for (Object array : all) {
        if (array == heap.array()) {
          return true;
        }
      }
    }
    return false;
  }

  private void allocate(String name, ArenaKey arena, long units, Devices devices) {
    if (arena.space() instanceof MemorySpace.Device space) {
      memories.put(arena, devices.get(space.device()).runtime().orElseThrow().allocate(units));
      return;
    }
    if (units > MAX_ARRAY) {
      int width = arena.unitBytes();
      throw new ArenaTooLarge(name, units * width, (long) MAX_ARRAY * width);
    }
    arrays.put(arena, arena.carrier().allocate((int) units));
  }

  long bytes() {
    return bytes;
  }

  Storage slice(Root.Transient slice) {
    long offset = plan.offset(slice.index());
    DeviceMemory memory = memories.get(slice.arena());
    if (memory != null) {
      return DeviceStorage.wrap(slice.dtype(), memory, offset, slice.elements());
    }
    return HeapStorage.wrap(
        slice.dtype(),
        arrays.get(slice.arena()),
        Math.toIntExact(offset),
        Math.toIntExact(slice.elements()));
  }

  @Override
  public void close() {
    memories.values().forEach(DeviceMemory::close);
    memories.clear();
  }
}
