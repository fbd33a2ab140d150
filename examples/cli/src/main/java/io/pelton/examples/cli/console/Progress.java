package io.pelton.examples.cli.console;

import java.io.PrintWriter;
import java.time.Duration;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** Says now and then how far a long run is, and nothing in a short one. Not thread-safe. */
public final class Progress {
  private final PrintWriter out;
  private final Duration interval;
  private final boolean isOneLine;
  private final LongSupplier nanos;
  private long next;
  private int shown;

  /** Says it every five seconds, in lines below each other. */
  public Progress(PrintWriter out) {
    this(out, Duration.ofSeconds(5), false, System::nanoTime);
  }

  /**
   * @param interval between two texts, and before the first
   * @param isOneLine whether each text replaces the one before, as terminals can
   * @param nanos a clock of nanoseconds
   */
  public Progress(PrintWriter out, Duration interval, boolean isOneLine, LongSupplier nanos) {
    this.out = out;
    this.interval = interval;
    this.isOneLine = isOneLine;
    this.nanos = nanos;
    this.next = nanos.getAsLong() + interval.toNanos();
  }

  /**
   * @param text one line, asked for only when it is printed
   */
  public void update(Supplier<String> text) {
    long now = nanos.getAsLong();
    if (now - next >= 0) {
      show(text.get());
      next = now + interval.toNanos();
    }
  }

  /** Removes the last text from its line, for others to write there. */
  public void end() {
    if (shown > 0) {
      show("");
      out.print('\r');
      out.flush();
    }
  }

  private void show(String text) {
    if (isOneLine) {
      out.print("\r" + text + " ".repeat(Math.max(shown - text.length(), 0)));
      shown = text.length();
    } else {
      out.println(text);
    }
    out.flush();
  }
}
