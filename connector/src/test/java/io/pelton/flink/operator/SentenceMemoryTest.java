package io.pelton.flink.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.flink.SentenceModel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Field case D7: what texts take is bounded by a setting, whatever their lengths, and so are their
 * vectors those that they have alone.
 */
@Tag("load")
class SentenceMemoryTest {
  private static final long MOST_KIB = 1 << 20;

  @TempDir Path folder;

  @Test
  void manyTextsFitAGibibyte() throws Exception {
    assumeTrue(MemoryRun.isPossible(), "this system has no /proc/self/status");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xmx512m", "--add-opens=java.base/java.nio=ALL-UNNAMED"));
    command.addAll(List.of("--add-modules", "jdk.incubator.vector"));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(SentenceMemoryRun.class.getName());
    command.add(SentenceModel.file(folder).toString());
    command.add(SentenceModel.tokenizer().toString());
    command.add("550");
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said;
    try (var output = process.getInputStream()) {
      said = new String(output.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(process.waitFor()).as(said).isZero();
    assertThat(figure(said, SentenceMemoryRun.PEAK)).as(said).isBetween(1L, MOST_KIB);
    assertThat(figure(said, SentenceMemoryRun.DIFFERENT)).as(said).isZero();
  }

  private static long figure(String said, String mark) {
    return said.lines()
        .filter(line -> line.startsWith(mark))
        .mapToLong(line -> Long.parseLong(line.substring(mark.length())))
        .findFirst()
        .orElse(-1);
  }
}
