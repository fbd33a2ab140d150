package io.pelton.examples.benchmarks;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/** Runs a benchmark in a JVM of its own and reads the figures it prints. */
public final class FreshJvm {
  private static final String MARK = "figure ";

  private FreshJvm() {}

  /** As {@link #report(String, double)}, for bytes and counts. */
  public static void report(String name, long value) {
    report(name, (double) value);
  }

  /** Prints a figure for the JVM that started this one. */
  public static void report(String name, double value) {
    System.out.printf(Locale.ROOT, "%s%s %s%n", MARK, name, value);
  }

  /** As {@link #run(List, String, String...)}, with default flags. */
  public static Map<String, Double> run(String mainClass, String... arguments)
      throws IOException, InterruptedException {
    return run(List.of(), mainClass, arguments);
  }

  /**
   * @param flags of the JVM
   * @param mainClass whose class path is this JVM's
   * @return what it {@linkplain #report reported}, by name
   * @throws IOException when it ends with anything but 0, or reports nothing
   */
  public static Map<String, Double> run(List<String> flags, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    return watch(line -> {}, flags, mainClass, arguments);
  }

  /**
   * As {@link #run(List, String, String...)}.
   *
   * @param others takes the lines that report nothing, as they come
   */
  public static Map<String, Double> watch(
      Consumer<String> others, List<String> flags, String mainClass, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    Thread ending = new Thread(process::destroy);
    // whoever ends this JVM wants an end of the other, too
    Runtime.getRuntime().addShutdownHook(ending);
    try {
      return figures(process, others);
    } finally {
      Runtime.getRuntime().removeShutdownHook(ending);
    }
  }

  /**
   * What a JVM needs that runs a Flink job of a benchmark.
   *
   * @param heap its size, touched before
   */
  public static List<String> flinkFlags(String heap) {
    List<String> flags = new ArrayList<>();
    flags.addAll(List.of("-Xms" + heap, "-Xmx" + heap, "-XX:+AlwaysPreTouch"));
    flags.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    for (String opened : List.of("java.nio", "sun.nio.ch", "java.lang", "java.util")) {
      flags.addAll(List.of("--add-opens", "java.base/" + opened + "=ALL-UNNAMED"));
    }
    for (String property : List.of("pelton.shared", "adult.data", "adult.model")) {
      String value = System.getProperty(property);
      if (value != null) {
        flags.add("-D" + property + "=" + value);
      }
    }
    return flags;
  }

  private static Map<String, Double> figures(Process process, Consumer<String> others)
      throws IOException, InterruptedException {
    Map<String, Double> figures = new LinkedHashMap<>();
    StringBuilder output = new StringBuilder();
    try (BufferedReader lines = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        output.append(line).append('\n');
        if (line.startsWith(MARK)) {
          read(line, figures);
        } else {
          others.accept(line);
        }
      }
    }
    int exitCode = process.waitFor();
    if (exitCode != 0 || figures.isEmpty()) {
      throw new IOException("a fresh JVM ended with " + exitCode + " and said:\n" + output);
    }
    return figures;
  }

  private static void read(String line, Map<String, Double> figures) {
    String[] words = line.split(" ", -1);
    figures.put(words[1], Double.valueOf(words[2]));
  }
}
