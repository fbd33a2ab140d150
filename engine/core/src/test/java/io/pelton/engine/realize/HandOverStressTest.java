package io.pelton.engine.realize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * Passes that fail, are interrupted and closed at random points of either side. {@code
 * -Dpelton.property.seed} says where they begin.
 */
class HandOverStressTest {
  private static final Duration DEADLOCK = Duration.ofSeconds(60);
  private static final long SEED = Long.getLong("pelton.property.seed", 0);
  private static final int BATCHES = 4;
  private static final int PASSES = 500;

  @Test
  void everyPassEndsAsItMustAndLeavesNothingRunning() {
    System.out.println("random passes of seeds " + SEED + " to " + (SEED + BATCHES * PASSES - 1));
    Map<RandomPass.End, Integer> ends = new EnumMap<>(RandomPass.End.class);
    Passes passes = new Passes();
    for (int batch = 0; batch < BATCHES; batch++) {
      long from = SEED + (long) batch * PASSES;
      assertTimeoutPreemptively(
          DEADLOCK,
          () -> {
            for (long seed = from; seed < from + PASSES; seed++) {
              ends.merge(new RandomPass(seed).run(passes), 1, Integer::sum);
            }
          },
          () -> "a pass of seeds from " + from + " hangs");
    }
    assertTimeoutPreemptively(DEADLOCK, passes::close);
    System.out.println("they ended " + ends);
    assertThat(ends).as("ways to end").containsOnlyKeys(RandomPass.End.values());
  }

  @Test
  void oneThreadServesTenThousandPasses() {
    assertTimeoutPreemptively(
        DEADLOCK,
        () -> {
          CompilerThread compiler = new CompilerThread();
          long sum = 0;
          for (int pass = 0; pass < 10_000; pass++) {
            int items = pass % 4;
            try (HandOver<Integer> taken =
                HandOver.start(
                    compiler,
                    1 + pass % 3,
                    (HandOver<Integer> out) -> {
                      for (int i = 1; i <= items; i++) {
                        out.put(i);
                      }
                    })) {
              for (Integer item = taken.take(); item != null; item = taken.take()) {
                sum += item;
              }
            }
            if (pass % 1000 == 0) {
              assertThat(Threads.named(compiler.name())).isEqualTo(1);
            }
          }
          assertThat(sum).isEqualTo(2500 * (1 + 3 + 6));
          assertThat(compiler.started()).isEqualTo(1);
          assertThat(Threads.named(compiler.name())).isEqualTo(1);
          compiler.close();
          assertThat(Threads.named(compiler.name())).isZero();
        });
  }
}
