package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is dropped, fails or comes out as maps a million times leaves nothing behind. */
class FlatMemoryTest {
  private static final long MOST_KIB = 20 << 10;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"results, 1000000", "inputs, 1000000", "failures, 200000", "maps, 500000"})
  void aSmallProcessDoesNotGrow(String what, int times) throws Exception {
    assertThat(growth(what, times)).isLessThan(MOST_KIB);
  }

  @Test
  @Tag("load")
  void mapsOfTenMillionRowsLeaveNothing() throws Exception {
    assertThat(growth("maps", 10_000_000)).isLessThan(MOST_KIB);
  }

  private long growth(String what, int times) throws Exception {
    assumeTrue(MemoryRun.isPossible(), "this system has no /proc/self/status");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xms128m",
            "-Xmx128m",
            "-XX:+AlwaysPreTouch",
            "-XX:MaxDirectMemorySize=16m",
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-cp",
            System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
            MemoryRun.class.getName(),
            what,
            Integer.toString(times),
            folder.toString());
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said;
    try (var output = process.getInputStream()) {
      said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(process.waitFor()).as(said).isZero();
    return said.lines()
        .filter(line -> line.startsWith(MemoryRun.MARK))
        .mapToLong(line -> Long.parseLong(line.substring(MemoryRun.MARK.length())))
        .findFirst()
        .orElseThrow(() -> new AssertionError(said));
  }
}
