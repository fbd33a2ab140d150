package io.pelton.examples.benchmarks.streaming;

import io.pelton.examples.benchmarks.FreshJvm;
import java.util.Arrays;
import java.util.function.Function;
import org.apache.flink.api.connector.sink2.SinkWriter;

/**
 * Reports, under these names, what {@link StreamingRun} says of them; it is on the thread that does
 * everything else, too.
 */
public final class ScoreWriter<T> implements SinkWriter<T> {
  public static final String RATE = "rate";
  public static final String CPU = "cpu";
  public static final String ALLOCATED = "allocated";
  public static final String MEAN = "mean";
  static final String P50 = "p50";
  static final String P99 = "p99";

  private static final int CLOCK_MASK = 63;

  private final Function<T, Object> score;
  private final Rounds rounds;
  private final long[] latencies;
  private double sum;
  private double meanOfFirst;
  private long count;
  private int timed;

  ScoreWriter(Function<T, Object> score, Schedule schedule) {
    this.score = score;
    this.rounds = new Rounds(schedule);
    // before the clock starts, so that it is in memory
    this.latencies = new long[schedule.isPaced() ? 1 << 22 : 0];
    Arrays.fill(latencies, -1);
  }

  @Override
  public void write(T element, Context context) {
    Object value = score.apply(element);
    sum += value instanceof float[] several ? several[several.length - 1] : (Float) value;
    count++;
    if (latencies.length > 0) {
      time(context.timestamp());
    }
    if ((count & CLOCK_MASK) == 0) {
      rounds.passed(count);
      if (count == StreamingCase.ROWS) {
        meanOfFirst = sum / count;
      }
    }
  }

  /** Keeps the latest. */
  private void time(Long emitted) {
    if (emitted != null) {
      latencies[timed & (latencies.length - 1)] = System.nanoTime() - emitted;
      timed++;
    }
  }

  @Override
  public void flush(boolean endOfInput) {
    if (!endOfInput) {
      return;
    }
    rounds.report();
    FreshJvm.report(MEAN, meanOfFirst);
    int kept = Math.min(timed, latencies.length);
    if (kept > 0) {
      Arrays.sort(latencies, 0, kept);
      FreshJvm.report(P50, latencies[kept / 2]);
      FreshJvm.report(P99, latencies[(int) (kept * 0.99)]);
    }
  }

  @Override
  public void close() {}
}
