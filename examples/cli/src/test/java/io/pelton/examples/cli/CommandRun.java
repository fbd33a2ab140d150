package io.pelton.examples.cli;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.List;

/** What one command line did. */
public record CommandRun(int exitCode, String out, String err) {
  /** Runs it in this process. */
  public static CommandRun of(Object... arguments) {
    String[] texts = new String[arguments.length];
    for (int i = 0; i < texts.length; i++) {
      texts[i] = arguments[i].toString();
    }
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode = PeltonCommand.execute(texts, new PrintWriter(out), new PrintWriter(err));
    return new CommandRun(exitCode, out.toString(), err.toString());
  }

  /** The project's own folder. */
  public static Path root() {
    return Path.of(System.getProperty("pelton.root", "../.."));
  }

  /** What went wrong; progress is not. */
  public List<String> failures() {
    return err.lines().filter(line -> line.startsWith("pelton: ")).toList();
  }

  public List<String> outLines() {
    return out.lines().toList();
  }

  public String lastLine() {
    List<String> lines = outLines();
    return lines.isEmpty() ? "" : lines.get(lines.size() - 1);
  }
}
