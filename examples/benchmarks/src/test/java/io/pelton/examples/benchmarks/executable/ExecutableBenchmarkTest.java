package io.pelton.examples.benchmarks.executable;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import picocli.CommandLine;

class ExecutableBenchmarkTest {
  @Test
  void bothSidesGiveTheSameResults() {
    int exitCode =
        new CommandLine(new ExecutableBenchmark())
            .execute("--rounds", "3", "--warm-up", "1", "--sums", "5", "--batches", "2");
    assertThat(exitCode).isZero();
  }
}
