package io.pelton.flink.model;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.tensor.Tensor;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs a model on zeros until a run takes no less time than before. The JVM compiles what has run
 * for a while: until then, kernels of vectors are about a hundred times slower than they will be.
 */
final class WarmUp {
  private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

  /** Runs in such a time are looked at together, by the fastest of them. */
  private static final long WINDOW_NANOS = 5_000_000;

  /** A run is faster than others only if it takes less than this part of their time. */
  private static final double FASTER = 0.95;

  /** What takes no longer has nothing left to gain that would be seen. */
  private static final long TINY_NANOS = 50_000;

  /** How long to wait for a faster run. */
  private static final long TINY_PATIENCE_NANOS = 25_000_000;

  private static final long PATIENCE_NANOS = 400_000_000;

  /** Runs of the large batch that should be possible. */
  private static final int LEAST_RUNS = 8;

  private final String model;
  private final LongSupplier clock;

  WarmUp(String model, LongSupplier clock) {
    this.model = model;
    this.clock = clock;
  }

  /**
   * Runs batches of one row, and then of so many, or of fewer where these would take too long. A
   * model that refuses zeros is left as it is, and so is one with axes of unknown length.
   *
   * @param most nanoseconds for everything are given as a duration; zero for nothing
   * @return runs that were made
   * @throws InterruptedException when the task is cancelled meanwhile
   */
  int run(CompiledGraph compiled, int rows, Duration most) throws InterruptedException {
    Optional<NeutralInputs> inputs = NeutralInputs.of(compiled.inputs());
    if (most.isZero() || inputs.isEmpty()) {
      return 0;
    }
    long start = clock.getAsLong();
    long end = start + most.toNanos();
    int large = inputs.get().rows(rows);
    try (ExecutableGraph executable = compiled.newExecutable()) {
      long endOfSingle = large == 1 ? end : start + most.toNanos() / 4;
      Course single = run(executable, inputs.get().batch(1), endOfSingle);
      large = affordable(large, single.best(), end - clock.getAsLong());
      Course batches = large == 1 ? single : run(executable, inputs.get().batch(large), end);
      int runs = large == 1 ? single.runs() : single.runs() + batches.runs();
      LOG.info(
          "Warmed up model '{}' in {} ms by {} runs; a row took {} us at first and {} at last,"
              + " {} rows {} and {}",
          model,
          (clock.getAsLong() - start) / 1_000_000,
          runs,
          single.first() / 1_000,
          single.best() / 1_000,
          large,
          batches.first() / 1_000,
          batches.best() / 1_000);
      return runs;
    } catch (InvalidValue e) {
      LOG.debug("Model '{}' is not warmed up, as it takes no zeros", model, e);
      return 0;
    } catch (RuntimeException e) {
      if (Thread.interrupted()) {
        throw interrupted();
      }
      LOG.info("Model '{}' is not warmed up, as it can't run on zeros: {}", model, e.toString());
      return 0;
    }
  }

  /** As many rows as can run several times: kernels that are not compiled may take minutes. */
  private static int affordable(int rows, long nanosOfRow, long left) {
    long most = left / LEAST_RUNS / Math.max(1, nanosOfRow);
    return (int) Math.max(1, Math.min(rows, most));
  }

  /** Nanoseconds of the first run and of the fastest. */
  private record Course(int runs, long first, long best) {}

  private Course run(ExecutableGraph executable, Tensor[] batch, long end)
      throws InterruptedException {
    int runs = 0;
    long first = 0;
    long best = Long.MAX_VALUE;
    long lastGain = clock.getAsLong();
    long now = lastGain;
    while (now < end && now - lastGain < patience(best)) {
      long endOfWindow = now + WINDOW_NANOS;
      long fastest = Long.MAX_VALUE;
      do {
        long began = now;
        executable.runSlots(batch);
        now = clock.getAsLong();
        fastest = Math.min(fastest, now - began);
        first = runs == 0 ? fastest : first;
        runs++;
        if (Thread.interrupted()) {
          throw interrupted();
        }
      } while (now < endOfWindow);
      if (fastest < best * FASTER) {
        best = fastest;
        lastGain = now;
      }
    }
    return new Course(runs, first, best);
  }

  private static long patience(long best) {
    return best < TINY_NANOS ? TINY_PATIENCE_NANOS : PATIENCE_NANOS;
  }

  private static InterruptedException interrupted() {
    return new InterruptedException("the task was cancelled while a model was warmed up");
  }
}
