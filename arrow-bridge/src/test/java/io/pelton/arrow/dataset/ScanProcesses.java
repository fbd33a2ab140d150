package io.pelton.arrow.dataset;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Reads files in JVMs of their own, so that one that crashes or hangs is only noted. */
final class ScanProcesses {
  static final String MARK = "scanned: ";
  static final String CRASHED = "crashed";
  static final String HUNG = "hung";

  /** Seconds after which a file hangs; other processes may hold a sound one up that long. */
  private static final long PATIENCE = 60;

  private final List<String> options;
  private final String classPath;

  ScanProcesses(String... options) {
    this(classPath(), options);
  }

  private ScanProcesses(String classPath, String... options) {
    this.classPath = classPath;
    this.options = List.of(options);
  }

  static String classPath() {
    return System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
  }

  /** The same without the jars whose names contain a text. */
  ScanProcesses without(String jar) {
    List<String> kept = new ArrayList<>();
    for (String entry : classPath.split(File.pathSeparator, -1)) {
      if (!Path.of(entry).getFileName().toString().contains(jar)) {
        kept.add(entry);
      }
    }
    return new ScanProcesses(String.join(File.pathSeparator, kept), options.toArray(String[]::new));
  }

  /**
   * What became of each file: "read" and its rows, a typed error, "crashed" or "hung"; behind
   * "took" where it cost more than {@link ScanCost} allows.
   */
  Map<Path, String> scan(List<Path> files) throws IOException {
    Map<Path, String> outcomes = new LinkedHashMap<>();
    int next = 0;
    while (next < files.size()) {
      next = scan(files, next, outcomes);
    }
    return outcomes;
  }

  private int scan(List<Path> files, int from, Map<Path, String> outcomes) throws IOException {
    Process process = start();
    try (Writer out = process.outputWriter(StandardCharsets.UTF_8);
        BufferedReader in =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
      for (int i = from; i < files.size(); i++) {
        out.write(files.get(i) + "\n");
        out.flush();
        String outcome = answer(in);
        outcomes.put(files.get(i), outcome);
        if (outcome.equals(CRASHED) || outcome.equals(HUNG)) {
          return i + 1;
        }
      }
      return files.size();
    } finally {
      process.destroyForcibly();
    }
  }

  private static String answer(BufferedReader in) {
    CompletableFuture<String> line = CompletableFuture.supplyAsync(() -> line(in));
    String found = line.completeOnTimeout(HUNG, PATIENCE, TimeUnit.SECONDS).join();
    return found.startsWith(MARK) ? found.substring(MARK.length()) : found;
  }

  /** The next line that is marked; the end of the stream means that the child is gone. */
  private static String line(BufferedReader in) {
    try {
      String line = in.readLine();
      while (line != null && !line.startsWith(MARK)) {
        line = in.readLine();
      }
      return line == null ? CRASHED : line;
    } catch (IOException gone) {
      return CRASHED;
    }
  }

  private Process start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Xmx64m",
            "-XX:TieredStopAtLevel=1",
            "-XX:-CreateCoredumpOnCrash",
            "-XX:+SuppressFatalErrorMessage"));
    command.addAll(options);
    command.addAll(List.of("-cp", classPath, ScanProcess.class.getName()));
    return new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
  }
}
