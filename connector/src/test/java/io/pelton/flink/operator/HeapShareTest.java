package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.RunStatistics;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.TaskManagerOptions;
import org.junit.jupiter.api.Test;

class HeapShareTest {
  private static final long MIB = 1 << 20;

  @Test
  void halfOfTheHeapIsNoReasonToWarn() {
    HeapShare share = new HeapShare("m", 100 * MIB, 2);
    assertThat(share.warning(held(10 * MIB, 20 * MIB))).isEmpty();
  }

  @Test
  void moreThanHalfIsOneReason() {
    HeapShare share = new HeapShare("m", 100 * MIB, 2);
    assertThat(share.warning(held(11 * MIB, 20 * MIB)))
        .hasValueSatisfying(
            warning ->
                assertThat(warning)
                    .contains("'m'", "51.000mb", "100.000mb", "11.000mb", "2 slots", "40.000mb")
                    .contains("taskmanager.memory.task.heap.size"));
    assertThat(share.warning(held(90 * MIB, 20 * MIB))).isEmpty();
  }

  @Test
  void theHeapIsWhatIsConfiguredAndNoMoreThanThereIs() {
    long jvm = Runtime.getRuntime().maxMemory();
    Configuration configuration = new Configuration();
    assertThat(HeapShare.taskHeap(configuration)).isEqualTo(jvm);
    configuration.set(TaskManagerOptions.TASK_HEAP_MEMORY, new MemorySize(MIB));
    assertThat(HeapShare.taskHeap(configuration)).isEqualTo(MIB);
    // what a cluster within one JVM has
    configuration.set(TaskManagerOptions.TASK_HEAP_MEMORY, MemorySize.MAX_VALUE);
    assertThat(HeapShare.taskHeap(configuration)).isEqualTo(jvm);
  }

  private static RunStatistics held(long weights, long arenas) {
    return new RunStatistics(1, 0, 1, 0, arenas, weights);
  }
}
