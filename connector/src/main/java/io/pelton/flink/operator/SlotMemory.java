package io.pelton.flink.operator;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.flink.error.NotEnoughMemory;
import org.apache.flink.core.memory.ManagedMemoryUseCase;
import org.apache.flink.runtime.execution.Environment;
import org.apache.flink.runtime.memory.MemoryManager;
import org.apache.flink.runtime.memory.MemoryReservationException;
import org.apache.flink.streaming.api.graph.StreamConfig;

/**
 * The native memory of one operator in one slot: reserved from Flink's managed memory as a whole
 * when the operator opens, and handed out by an Arrow allocator with that limit. Functions of
 * queries get no managed memory from Flink; theirs has the limit alone.
 */
final class SlotMemory implements AutoCloseable {
  /** What a function without a limit may hold. */
  static final long UNMANAGED_BYTES = 64 << 20;

  private final MemoryManager manager;
  private final long share;
  private final long reserved;
  private final ArrowAllocator allocator;

  /**
   * @param manager null where none of it is managed
   */
  private SlotMemory(MemoryManager manager, long share, long reserved, String name, String option) {
    this.manager = manager;
    this.share = share;
    this.reserved = reserved;
    this.allocator = ArrowAllocator.open(name, reserved, option);
  }

  /**
   * @param config the operator's
   * @throws NotEnoughMemory when the operator's share is smaller than the limit, or nothing
   */
  static SlotMemory reserve(ScoringSpec<?> spec, StreamConfig config, Environment environment) {
    MemoryManager manager = environment.getMemoryManager();
    String model = spec.model().name();
    long share = share(config, environment);
    boolean whole = spec.memoryLimit() == ScoringSpec.WHOLE_SHARE;
    if (share == 0 || share < spec.memoryLimit()) {
      throw new NotEnoughMemory(model, spec.memoryLimit(), share, null);
    }
    SlotMemory memory =
        new SlotMemory(
            manager,
            share,
            whole ? share : spec.memoryLimit(),
            model + " of " + environment.getTaskInfo().getTaskNameWithSubtasks(),
            whole
                ? "taskmanager.memory.managed.size (or .fraction), of which this is its share"
                : "memoryLimit(…) of the inference");
    try {
      manager.reserveMemory(memory, memory.reserved);
    } catch (MemoryReservationException e) {
      throw new NotEnoughMemory(model, memory.reserved, manager.availableMemory(), e);
    }
    return memory;
  }

  /**
   * Memory outside Flink's accounts, for a function.
   *
   * @param task for messages
   */
  static SlotMemory unmanaged(ScoringSpec<?> spec, String task) {
    long limit =
        spec.memoryLimit() == ScoringSpec.WHOLE_SHARE ? UNMANAGED_BYTES : spec.memoryLimit();
    return new SlotMemory(
        null, limit, limit, spec.model().name() + " of " + task, "memory-limit of the model");
  }

  private static long share(StreamConfig config, Environment environment) {
    double fraction =
        config.getManagedMemoryFractionOperatorUseCaseOfSlot(
            ManagedMemoryUseCase.OPERATOR,
            environment.getJobConfiguration(),
            environment.getTaskManagerInfo().getConfiguration(),
            environment.getUserCodeClassLoader().asClassLoader());
    return fraction > 0 ? environment.getMemoryManager().computeMemorySize(fraction) : 0;
  }

  /** Bytes of the slot's managed memory that Flink has for this operator. */
  long share() {
    return share;
  }

  /** Bytes of it that it took. */
  long reserved() {
    return manager == null ? 0 : reserved;
  }

  /** Bytes that the allocator gives at most. */
  long limit() {
    return reserved;
  }

  ArrowAllocator allocator() {
    return allocator;
  }

  /**
   * Gives the memory back, also where someone still holds some of it.
   *
   * @throws io.pelton.arrow.AllocatorLeak naming the holders
   */
  @Override
  public void close() {
    try {
      allocator.close();
    } finally {
      if (manager != null) {
        manager.releaseMemory(this, reserved);
      }
    }
  }
}
