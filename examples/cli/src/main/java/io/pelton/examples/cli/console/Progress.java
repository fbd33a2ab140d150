package io.pelton.examples.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.Supplier;

/** Says now and then how far a long run is, and nothing in a short one. Not thread-safe. */
public final class Progress {
  private static final Duration INTERVAL = Duration.ofSeconds(5);

  private final PrintWriter out;
  private long nextNanos = System.nanoTime() + INTERVAL.toNanos();

  public Progress(PrintWriter out) {
    this.out = out;
  }

  /**
   * @param text one line, asked for only when it is printed
   */
  public void update(Supplier<String> text) {
    long now = System.nanoTime();
    if (now - nextNanos >= 0) {
      out.println(text.get());
      out.flush();
      nextNanos = now + INTERVAL.toNanos();
    }
  }
}
