package io.pelton.engine.contract;

import org.junit.jupiter.api.Test;

/**
 * Whatever is asked of executables, in whatever order, they answer as a model in plain Java does,
 * bit by bit, and in the end leave nothing behind. {@code -Dpelton.property.sequences} says how
 * many sequences of calls are tried, {@code -Dpelton.property.seed} which is the first.
 */
public abstract class LifeContract extends GraphFixture {
  private static final int SEQUENCES = Integer.getInteger("pelton.property.sequences", 300);
  private static final long SEED = Long.getLong("pelton.property.seed", 0);
  private static final int CALLS = 60;

  @Test
  void executablesDoAsTheirModel() {
    for (long seed = SEED; seed < SEED + SEQUENCES; seed++) {
      Life life = new Life(machine(), seed);
      try (life) {
        life.live(CALLS);
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "-Dpelton.property.sequences=1 -Dpelton.property.seed=" + seed + "\n" + life + "\n" + e,
            e);
      }
      machine().checkReleased().run();
    }
  }
}
