package io.pelton.cpu.vector;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Processes with and without the module of the Vector API. */
class MissingModuleTest {
  private static final String FLAG = "--add-modules=jdk.incubator.vector";

  private record Outcome(List<String> lines, List<String> warnings) {}

  @TempDir private Path temporary;

  @Test
  void oneWarningNamesTheFlagAndTheBitsAreTheSame() throws Exception {
    Outcome without = run();
    Outcome with = run(FLAG);
    assertThat(without.lines()).startsWith("best scalar", "named scalar", "opened scalar");
    assertThat(with.lines()).startsWith("best vector", "named vector", "opened vector");
    assertThat(without.lines().get(3)).startsWith("bits ").isEqualTo(with.lines().get(3));
    assertThat(with.warnings()).isEmpty();
    assertThat(without.warnings())
        .singleElement()
        .asString()
        .contains("Backend cpu", FLAG, "env.java.opts.taskmanager");
  }

  private Outcome run(String... flags) throws IOException, InterruptedException {
    Path errors = temporary.resolve("errors");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx256m");
    command.addAll(List.of(flags));
    command.add("-cp");
    command.add(
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")));
    command.add(ChoiceProcess.class.getName());
    Process process =
        new ProcessBuilder(command).redirectError(Redirect.to(errors.toFile())).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    List<String> said = Files.readAllLines(errors);
    assertThat(process.waitFor()).as(output + said).isZero();
    return new Outcome(
        output.lines().toList(), said.stream().filter(line -> line.contains(FLAG)).toList());
  }
}
