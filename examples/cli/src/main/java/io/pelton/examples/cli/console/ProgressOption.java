package io.pelton.examples.cli.console;

import java.io.PrintWriter;
import java.io.Writer;
import java.time.Duration;
import java.util.function.LongSupplier;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** Whether a command says how far it is. */
public final class ProgressOption {
  private static final Duration INTERVAL = Duration.ofSeconds(1);

  /** Set by the launcher, which can ask; Java can't. */
  private static final String TERMINAL = "pelton.stderr.terminal";

  @ArgGroup private Choice choice = new Choice();

  private static final class Choice {
    @Option(
        names = "--progress",
        description =
            "Say how far it is also where standard error is no terminal (default: only where it"
                + " is).")
    private boolean always;

    @Option(
        names = "--quiet",
        description = "Say neither how far it is nor, at the end, what was done (default: say it).")
    private boolean quiet;
  }

  public boolean isQuiet() {
    return choice.quiet;
  }

  /**
   * Progress at most once a second.
   *
   * @param nanos a clock of nanoseconds
   */
  public Progress open(PrintWriter err, LongSupplier nanos) {
    boolean isTerminal =
        Boolean.parseBoolean(
            System.getProperty(TERMINAL, Boolean.toString(System.console() != null)));
    boolean isShown = choice.always || (isTerminal && !choice.quiet);
    return new Progress(
        isShown ? err : new PrintWriter(Writer.nullWriter()), INTERVAL, isTerminal, nanos);
  }
}
