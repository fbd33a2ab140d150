package io.pelton.cpu.vector;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PeakTest {
  @Test
  void aMachineWithVectorsComputes() {
    assertThat(Peak.operationsPerSecond().orElseThrow()).isPositive().isFinite();
  }

  /** Halving and adding 1 leads to 2 from wherever it starts. */
  @Test
  void theLoopComputesItsSums() {
    assertThat(RegisterLoop.run(100, 7)).isEqualTo(20);
  }
}
