package io.pelton.examples.cli;

import io.pelton.examples.cli.console.FailureText;
import io.pelton.examples.cli.inspect.InspectCommand;
import io.pelton.examples.cli.score.ScoreCommand;
import io.pelton.examples.cli.verify.VerifyCommand;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The command {@code pelton}. */
@Command(
    name = "pelton",
    mixinStandardHelpOptions = true,
    versionProvider = ProjectVersion.class,
    scope = ScopeType.INHERIT,
    description = "Looks into ONNX models, checks them against recorded vectors, and scores files.",
    subcommands = {
      InspectCommand.class,
      VerifyCommand.class,
      ScoreCommand.class,
      CommandLine.HelpCommand.class
    })
public final class PeltonCommand implements Runnable {
  private static final int FAILURE = 1;

  @Spec private CommandSpec spec;

  @Option(
      names = "--debug",
      scope = ScopeType.INHERIT,
      description = "Print stack traces of failures.")
  private boolean debug;

  public static void main(String[] arguments) {
    int exitCode = execute(arguments, writer(System.out), writer(System.err));
    if (System.out.checkError()) {
      System.err.println("pelton: can't write all of the output");
      exitCode = exitCode == 0 ? FAILURE : exitCode;
    }
    System.exit(exitCode);
  }

  private static PrintWriter writer(PrintStream stream) {
    return new PrintWriter(stream, true, StandardCharsets.UTF_8);
  }

  /**
   * Runs one command line.
   *
   * @return 0, 1 for a failure, 2 for wrong usage
   */
  static int execute(String[] arguments, PrintWriter out, PrintWriter err) {
    PeltonCommand command = new PeltonCommand();
    CommandLine line =
        new CommandLine(command)
            .setCaseInsensitiveEnumValuesAllowed(true)
            .setOut(out)
            .setErr(err)
            .setParameterExceptionHandler(PeltonCommand::reportUsage)
            .setExecutionExceptionHandler((failure, at, parsed) -> command.report(failure, err));
    try {
      return line.execute(arguments);
    } catch (StackOverflowError | OutOfMemoryError e) {
      // a hostile or huge file may cause these; they deserve a message as well
      return command.report(e, err);
    } finally {
      out.flush();
      err.flush();
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "no command given");
  }

  private int report(Throwable failure, PrintWriter err) {
    err.println("pelton: " + FailureText.of(failure));
    if (debug) {
      failure.printStackTrace(err);
    }
    return FAILURE;
  }

  private static int reportUsage(ParameterException failure, String[] arguments) {
    CommandLine line = failure.getCommandLine();
    line.getErr().println("pelton: " + failure.getMessage());
    line.getErr().println("Try '" + line.getCommandSpec().qualifiedName() + " --help'.");
    return line.getCommandSpec().exitCodeOnInvalidInput();
  }
}
