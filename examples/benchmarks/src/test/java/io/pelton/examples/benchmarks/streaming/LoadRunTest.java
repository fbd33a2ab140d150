package io.pelton.examples.benchmarks.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Two minutes at full speed; the profile {@code nightly} runs it. */
@Tag("load")
class LoadRunTest {
  private static final double SECONDS = 120;

  /** Slopes, in KiB a minute, of what the JVM itself grows by in its first minutes. */
  private static final double HEAP = 2 << 10;

  private static final double RESIDENT = 16 << 10;
  private static final double BUFFERS = 256;

  @BeforeEach
  void census() {
    Path jobs = Path.of(System.getProperty("pelton.root"), "examples", "jobs");
    System.setProperty("adult.data", jobs.resolve("data/adult.arrow").toString());
    System.setProperty("adult.model", jobs.resolve("models/adult.onnx").toString());
  }

  @Test
  void neitherMemoryNorThreadsGrow() throws Exception {
    Map<String, Double> figures = LoadRun.run(SECONDS, 2, "1s", 1024, "512m", System.out::println);
    assertThat(figures.get(LoadJob.SCORED)).isPositive();
    assertThat(figures.get(LoadJob.FAILED)).isPositive();
    assertThat(figures.get(LoadJob.CHECKPOINTS)).isPositive();
    assertThat(figures.get("heap-slope")).isLessThan(HEAP);
    assertThat(figures.get("direct-slope")).isLessThan(BUFFERS);
    assertThat(figures.get("arrow-slope")).isLessThan(BUFFERS);
    assertThat(figures.get("resident-slope")).isLessThan(RESIDENT);
    assertThat(figures.get("threads-slope")).isLessThan(1);
  }
}
