package io.pelton.flink.operator;

import io.pelton.engine.executable.RunStatistics;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;

/**
 * Compares what a model holds on the heap, its weights and the arenas of the TaskManager's slots,
 * with the heap that tasks have. What is there, the garbage collector has to live with.
 */
final class HeapShare {
  /** The part of the heap from which on there is a warning. */
  private static final double MUCH = 0.5;

  private final String model;
  private final long heap;
  private final int slots;
  private boolean warned;

  /**
   * @param heap bytes that tasks have
   * @param slots that run the model in the TaskManager
   */
  HeapShare(String model, long heap, int slots) {
    this.model = model;
    this.heap = heap;
    this.slots = slots;
  }

  /** The heap of tasks: as configured, but no more than the JVM has. */
  static long taskHeap(Configuration taskManager) {
    long jvm = Runtime.getRuntime().maxMemory();
    return taskManager
        .getOptional(TaskManagerOptions.TASK_HEAP_MEMORY)
        .map(configured -> Math.min(configured.getBytes(), jvm))
        .orElse(jvm);
  }

  /**
   * A warning, the first time that there is a reason for one.
   *
   * @param statistics of one slot
   */
  Optional<String> warning(RunStatistics statistics) {
    long arenas = slots * statistics.arenaBytes();
    long held = statistics.weightBytes() + arenas;
    if (warned || held <= MUCH * heap) {
      return Optional.empty();
    }
    warned = true;
    return Optional.of(
        String.format(
            "Model '%s' holds %s of the %s of heap that tasks have: %s of weights and, in %d"
                + " slots, %s of arenas; raise taskmanager.memory.task.heap.size, or have fewer"
                + " slots or smaller batches.",
            model, size(held), size(heap), size(statistics.weightBytes()), slots, size(arenas)));
  }

  private static String size(long bytes) {
    return new MemorySize(bytes).toHumanReadableString();
  }
}
