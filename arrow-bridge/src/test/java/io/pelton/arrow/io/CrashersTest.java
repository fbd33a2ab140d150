package io.pelton.arrow.io;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files and streams that crashed other readers: each ends in one clear error, or reads cleanly, in
 * a JVM with 112 MB of heap, 96 MB of Arrow memory, and 2 seconds of a processor for each.
 */
class CrashersTest {
  /** What reads cleanly, and what is in it. */
  private static final Map<String, String> READ =
      Map.of(
          "file clusterfuzz-testcase-minimized-arrow-ipc-file-fuzz-6088759971217408",
          "1 batches, 200 rows",
          "file clusterfuzz-testcase-minimized-arrow-ipc-file-fuzz-6295340960776192",
          "1 batches, 200 rows",
          "stream crash-5e88bae6ac5250714e8c8bc73b9d67b949fadbb4",
          "0 batches, 0 rows");

  @TempDir Path temporary;

  @Test
  void crashersAreClearErrorsOrSound() throws Exception {
    List<Path> crashers = new ArrayList<>(crashers("arrow-ipc-file"));
    crashers.addAll(crashers("arrow-ipc-stream"));
    assertThat(crashers).hasSizeGreaterThan(60);
    Map<String, String> outcomes = run(crashers);
    assertThat(outcomes).hasSize(2 * crashers.size()).containsAllEntriesOf(read());
    outcomes.keySet().removeAll(READ.keySet());
    assertThat(outcomes.entrySet())
        .allSatisfy(
            outcome ->
                assertThat(outcome.getValue()).as(outcome.getKey()).startsWith(CrasherRun.REFUSED));
  }

  private static Map<String, String> read() {
    Map<String, String> outcomes = new HashMap<>();
    READ.forEach((name, contents) -> outcomes.put(name, CrasherRun.READ + contents));
    return outcomes;
  }

  private static List<Path> crashers(String folder) throws IOException {
    return GoldenFiles.files(GoldenFiles.FOLDER + folder, "").stream()
        .filter(file -> !file.toString().contains("integration"))
        .filter(file -> !file.endsWith("README.md"))
        .toList();
  }

  private Map<String, String> run(List<Path> files) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx112m",
            "-XX:MaxDirectMemorySize=16m",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            CrasherRun.class.getName()));
    files.forEach(file -> command.add(file.toString()));
    Path output = temporary.resolve("output");
    Process process =
        new ProcessBuilder(command)
            .redirectOutput(output.toFile())
            .redirectErrorStream(true)
            .start();
    try {
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
      String printed = Files.readString(output);
      assertThat(process.exitValue()).as(printed).isZero();
      Map<String, String> outcomes = new LinkedHashMap<>();
      printed
          .lines()
          .map(line -> line.split("\t", 2))
          .filter(line -> line.length == 2)
          .forEach(line -> outcomes.put(line[0], line[1]));
      return outcomes;
    } finally {
      process.destroyForcibly();
    }
  }
}
