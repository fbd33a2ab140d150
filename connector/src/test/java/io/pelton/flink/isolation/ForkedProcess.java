package io.pelton.flink.isolation;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A JVM of its own, whose output is {@code name=value} lines among others. */
final class ForkedProcess {
  private static final List<String> OPTIONS =
      List.of(
          "-Xmx384m",
          // a process of seconds: class loading is most of it
          "-XX:TieredStopAtLevel=1",
          "-XX:+UseSerialGC",
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED");

  private ForkedProcess() {}

  /**
   * Runs a main class on this class path.
   *
   * @param folder empty, for temporary files
   */
  static Map<String, Long> run(
      Class<?> main, Path folder, List<String> options, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(OPTIONS);
    command.addAll(options);
    command.add("-Djava.io.tmpdir=" + Files.createDirectories(folder.resolve("tmp")));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(main.getName());
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    Map<String, Long> values = new HashMap<>();
    output
        .lines()
        .filter(line -> line.matches("[a-z]+=-?[0-9]+"))
        .map(line -> line.split("=", 2))
        .forEach(pair -> values.put(pair[0], Long.parseLong(pair[1])));
    return values;
  }
}
