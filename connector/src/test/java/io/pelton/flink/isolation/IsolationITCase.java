package io.pelton.flink.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What jobs leave behind in a TaskManager, and what they share of it. */
class IsolationITCase {
  private static final int PAIRS = Integer.getInteger("pelton.isolation.rounds", 8);

  /** Threads of Flink's pools come and go. */
  private static final long THREADS = 12;

  /** Less than one slot's Arrow memory for each pair. */
  private static final long NATIVE_KILOBYTES = 3_000;

  @TempDir Path folder;

  @Test
  void jobsOfDifferentJarsLeaveNothingBehind() throws Exception {
    Map<String, Long> left =
        ForkedProcess.run(
            IsolationProcess.class,
            folder,
            List.of("-XX:SoftRefLRUPolicyMSPerMB=0", "-XX:NativeMemoryTracking=summary"),
            Files.createDirectory(folder.resolve("work")).toString(),
            Integer.toString(PAIRS));
    // one where each job was built, and one for each run
    assertThat(left.get("loaders")).isEqualTo(2 + 2L * PAIRS);
    assertThat(left.get("alive")).as("class loaders").isZero();
    assertThat(left.get("own")).as("threads").isZero();
    assertThat(left.get("threads")).isLessThan(THREADS);
    assertThat(left.get("native")).isLessThan(NATIVE_KILOBYTES);
    assertThat(left.get("files")).isZero();
    // once for each job that was built, and once for both jobs of each pair, restarts or not
    assertThat(left.get("reads")).isEqualTo(2 + PAIRS);
  }

  @Test
  void slotsStartNoThreads() throws Exception {
    Map<String, Long> counts =
        ForkedProcess.run(
            ThreadsProcess.class, folder, List.of("-XX:ActiveProcessorCount=2"), folder.toString());
    assertThat(counts.get("processors")).isEqualTo(2);
    assertThat(counts.get("slots")).isEqualTo(4);
    assertThat(counts.get("more")).as("than without inference").isLessThanOrEqualTo(2);
  }
}
