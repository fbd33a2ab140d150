package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.console.Progress;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RowProgressTest {
  private final AtomicLong clock = new AtomicLong();
  private final StringWriter out = new StringWriter();
  private final RowProgress progress =
      new RowProgress(
          new Progress(new PrintWriter(out), Duration.ofSeconds(1), false, clock::get), clock::get);

  private String lineAt(double seconds, long rows, OptionalLong total, double done) {
    clock.set((long) (seconds * 1e9));
    out.getBuffer().setLength(0);
    progress.update(rows, total, done);
    return out.toString().strip();
  }

  @Test
  void tellsRowsRateAndWhenItEnds() {
    assertThat(lineAt(0.9, 100, OptionalLong.of(1000), 0.1)).isEmpty();
    assertThat(lineAt(2, 100, OptionalLong.of(1000), 0.1))
        .isEqualTo("100 of 1000 rows (10 %), 50 rows/s, ETA 0:18");
    assertThat(lineAt(2.5, 200, OptionalLong.of(1000), 0.2)).isEmpty();
    assertThat(lineAt(10, 1000, OptionalLong.of(1000), 1))
        .isEqualTo("1000 of 1000 rows (100 %), 100 rows/s, ETA 0:00");
  }

  @Test
  void ofTextItKnowsTheShareOnly() {
    assertThat(lineAt(100, 5_000_000_000L, OptionalLong.empty(), 0.01))
        .isEqualTo("5000000000 rows (1 %), 50000000 rows/s, ETA 2:45:00");
  }

  @Test
  void ofAStreamItKnowsNothing() {
    assertThat(lineAt(4, 10, OptionalLong.empty(), Double.NaN)).isEqualTo("10 rows, 3 rows/s");
    assertThat(lineAt(6, 0, OptionalLong.empty(), 0)).isEqualTo("0 rows (0 %), 0 rows/s");
  }
}
