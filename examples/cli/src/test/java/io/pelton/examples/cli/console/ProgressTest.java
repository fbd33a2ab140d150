package io.pelton.examples.cli.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final AtomicLong clock = new AtomicLong(Long.MAX_VALUE - 100);
  private final StringWriter out = new StringWriter();

  private Progress progress(boolean isOneLine) {
    return new Progress(new PrintWriter(out), Duration.ofNanos(1000), isOneLine, clock::get);
  }

  @Test
  void speaksAtMostOnceInAnInterval() {
    Progress progress = progress(false);
    for (int step = 0; step < 100; step++) {
      int now = step;
      progress.update(() -> "step " + now);
      clock.addAndGet(99);
    }
    progress.end();
    assertThat(out.toString().lines())
        .containsExactly(
            "step 11", "step 22", "step 33", "step 44", "step 55", "step 66", "step 77", "step 88",
            "step 99");
  }

  @Test
  void onATerminalEachTextReplacesTheOneBefore() {
    Progress progress = progress(true);
    progress.end();
    assertThat(out.toString()).isEmpty();
    for (String text : new String[] {"long text", "short", "longer"}) {
      clock.addAndGet(1000);
      progress.update(() -> text);
    }
    progress.end();
    assertThat(out.toString()).isEqualTo("\rlong text\rshort    \rlonger\r      \r");
  }
}
