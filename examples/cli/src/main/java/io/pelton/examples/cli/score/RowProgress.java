package io.pelton.examples.cli.score;

import io.pelton.examples.cli.console.Progress;
import java.time.Duration;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.function.LongSupplier;

/** Says how many rows are done, how fast it goes and when it will end. */
final class RowProgress {
  private static final long NANOS = Duration.ofSeconds(1).toNanos();

  private final LongSupplier nanos;
  private final Progress progress;
  private final long start;

  /**
   * @param nanos a clock of nanoseconds
   */
  RowProgress(Progress progress, LongSupplier nanos) {
    this.progress = progress;
    this.nanos = nanos;
    this.start = nanos.getAsLong();
  }

  /**
   * @param total rows in all, where that is known
   * @param done the share of the work that is done, from 0 to 1; NaN where it is not known
   */
  void update(long rows, OptionalLong total, double done) {
    progress.update(() -> line(rows, total, done));
  }

  private String line(long rows, OptionalLong total, double done) {
    double seconds = (nanos.getAsLong() - start) / (double) NANOS;
    StringBuilder line = new StringBuilder(Long.toString(rows));
    total.ifPresent(all -> line.append(" of ").append(all));
    line.append(" rows");
    if (!Double.isNaN(done)) {
      line.append(String.format(Locale.ROOT, " (%.0f %%)", 100 * done));
    }
    line.append(String.format(Locale.ROOT, ", %.0f rows/s", rows / seconds));
    if (done > 0) {
      line.append(", ETA ").append(clock(Math.round(seconds * (1 - done) / done)));
    }
    return line.toString();
  }

  private static String clock(long seconds) {
    long minutes = seconds / 60;
    return minutes < 60
        ? String.format(Locale.ROOT, "%d:%02d", minutes, seconds % 60)
        : String.format(Locale.ROOT, "%d:%02d:%02d", minutes / 60, minutes % 60, seconds % 60);
  }
}
