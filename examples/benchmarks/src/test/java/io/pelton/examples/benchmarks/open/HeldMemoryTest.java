package io.pelton.examples.benchmarks.open;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class HeldMemoryTest {
  private static final int SIZE = 64 << 20;

  /** What other threads of the tests may hold more or less. */
  private static final int OTHERS = SIZE / 4;

  private static long whileHolding(Object... held) throws InterruptedException {
    try {
      return HeldMemory.withoutGarbage();
    } finally {
      Reference.reachabilityFence(held);
    }
  }

  @Test
  void heapAndBuffersAreHeldUntilTheyAreGarbage() throws InterruptedException {
    long before = HeldMemory.withoutGarbage();
    assertThat(whileHolding(new byte[SIZE], ByteBuffer.allocateDirect(SIZE)) - before)
        .isBetween(2L * SIZE - OTHERS, 2L * SIZE + OTHERS);
    assertThat(HeldMemory.withoutGarbage() - before).isLessThan(OTHERS);
  }

  @Test
  void thePeakIsRememberedAfterIt() throws InterruptedException {
    long before = HeldMemory.withoutGarbage();
    try (HeldMemory held = new HeldMemory()) {
      whileHolding(ByteBuffer.allocateDirect(SIZE));
      assertThat(HeldMemory.withoutGarbage() - before).isLessThan(OTHERS);
      assertThat(held.peak() - before).isGreaterThan(SIZE - OTHERS);
    }
  }

  @Test
  void theProcessHoldsMoreThanItsObjects() {
    assumeTrue(ProcessMemory.isKnown(), "this system has no /proc/self/status");
    ProcessMemory memory = ProcessMemory.now();
    assertThat(memory.highest()).isGreaterThanOrEqualTo(memory.resident());
    assertThat(memory.resident()).isGreaterThan(10 << 20);
    assertThat(memory.anonymous() + memory.file())
        .isLessThanOrEqualTo(memory.resident())
        .isGreaterThan(memory.resident() / 2);
  }
}
