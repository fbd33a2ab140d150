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
 * when the operator opens, and handed out by an Arrow allocator with that limit.
 */
final class SlotMemory implements AutoCloseable {
  private final MemoryManager manager;
  private final long share;
  private final long reserved;
  private final ArrowAllocator allocator;

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

  /** Bytes of it that it took, which are also the allocator's limit. */
  long reserved() {
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
      manager.releaseMemory(this, reserved);
    }
  }
}
