package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is dropped, fails or comes out as maps a million times leaves nothing behind. */
class FlatMemoryTest {
  private static final long MOST_KIB = 20 << 10;

  @TempDir Path folder;

  @Test
  void aSmallProcessDoesNotGrow() throws Exception {
    Map<String, Long> growths =
        growths("results", "1000000", "inputs", "1000000", "failures", "100000", "maps", "200000");
    assertThat(growths).containsOnlyKeys("results", "inputs", "failures", "maps");
    assertThat(growths.values()).allMatch(growth -> growth < MOST_KIB);
  }

  @Test
  @Tag("load")
  void mapsOfTenMillionRowsLeaveNothing() throws Exception {
    assertThat(growths("maps", "10000000").get("maps")).isLessThan(MOST_KIB);
  }

  /** KiB by what was done. */
  private Map<String, Long> growths(String... work) throws Exception {
    assumeTrue(MemoryRun.isPossible(), "this system has no /proc/self/status");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms128m", "-Xmx128m", "-XX:+AlwaysPreTouch"));
    command.add("-XX:MaxDirectMemorySize=16m");
    command.add("--add-opens=java.base/java.nio=ALL-UNNAMED");
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(MemoryRun.class.getName());
    command.add(folder.toString());
    command.addAll(List.of(work));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said;
    try (var output = process.getInputStream()) {
      said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(process.waitFor()).as(said).isZero();
    Map<String, Long> growths = new LinkedHashMap<>();
    said.lines()
        .map(line -> line.split(MemoryRun.MARK, -1))
        .filter(words -> words.length == 2)
        .forEach(words -> growths.put(words[0], Long.valueOf(words[1])));
    return growths;
  }
}
