package io.pelton.examples.benchmarks.plan;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** Runs {@code bench plan --once} in a JVM of its own and reads the time that it prints. */
final class FreshRun {
  static final String LINE = "first plan, ms: ";

  private FreshRun() {}

  static double millis(String mainClass) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    List<String> command =
        List.of(java, "-cp", System.getProperty("java.class.path"), mainClass, "plan", "--once");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output;
    try (var stream = process.getInputStream()) {
      output = new String(stream.readAllBytes(), StandardCharsets.UTF_8);
    }
    int exitCode = process.waitFor();
    return output
        .lines()
        .filter(line -> line.startsWith(LINE))
        .findFirst()
        .filter(line -> exitCode == 0)
        .map(line -> Double.parseDouble(line.substring(LINE.length())))
        .orElseThrow(
            () -> new IOException("a fresh JVM ended with " + exitCode + " and said:\n" + output));
  }
}
