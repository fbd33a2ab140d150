package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MemoryBudgetTest {
  @Test
  void takesUpToTheLimit() {
    MemoryBudget budget = new MemoryBudget(100);
    assertThat(budget.take(60)).isTrue();
    assertThat(budget.take(41)).isFalse();
    assertThat(budget.used()).isEqualTo(60);
    assertThat(budget.take(40)).isTrue();
    assertThat(budget.left()).isZero();
    budget.giveBack(60);
    assertThat(budget.left()).isEqualTo(60);
  }

  @Test
  void refusesWhatDoesNotFitIntoALong() {
    MemoryBudget budget = new MemoryBudget(Long.MAX_VALUE);
    assertThat(budget.take(Long.MAX_VALUE)).isTrue();
    assertThat(budget.take(Long.MAX_VALUE)).isFalse();
    assertThat(budget.used()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void threadsTogetherTakeNoMoreThanTheLimit() throws Exception {
    MemoryBudget budget = new MemoryBudget(1000);
    Callable<Integer> taking =
        () -> {
          int taken = 0;
          while (budget.take(7)) {
            taken++;
          }
          return taken;
        };
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      int taken = 0;
      for (Future<Integer> each : threads.invokeAll(List.of(taking, taking, taking, taking))) {
        taken += each.get();
      }
      assertThat(taken).isEqualTo(1000 / 7);
      assertThat(budget.used()).isEqualTo(taken * 7L);
    } finally {
      threads.shutdown();
    }
  }
}
