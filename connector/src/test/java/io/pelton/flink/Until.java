package io.pelton.flink;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;

/** Waits for what other threads or processes do. */
public final class Until {
  private static final long GIVE_UP_NANOS = Duration.ofMinutes(2).toNanos();
  private static final long PAUSE_NANOS = Duration.ofMillis(20).toNanos();

  private Until() {}

  /**
   * Asks again and again.
   *
   * @throws AssertionError with the last answer, when none was good for two minutes
   */
  public static <T> T good(Callable<T> ask, Predicate<T> good) throws Exception {
    long start = System.nanoTime();
    T answer = ask.call();
    while (!good.test(answer)) {
      if (System.nanoTime() - start > GIVE_UP_NANOS) {
        throw new AssertionError("still " + answer);
      }
      LockSupport.parkNanos(PAUSE_NANOS);
      answer = ask.call();
    }
    return answer;
  }

  /** Waits until the answer is positive and has been the same for that long. */
  public static long still(Callable<Long> ask, Duration howLong) throws Exception {
    long[] seen = {0, System.nanoTime()};
    return good(
        ask,
        answer -> {
          if (answer != seen[0]) {
            seen[0] = answer;
            seen[1] = System.nanoTime();
          }
          return answer > 0 && System.nanoTime() - seen[1] >= howLong.toNanos();
        });
  }
}
