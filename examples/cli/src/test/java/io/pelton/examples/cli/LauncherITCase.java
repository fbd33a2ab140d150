package io.pelton.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script and the shaded jar. */
class LauncherITCase {
  /**
   * What Java itself prints before any program, when the module of the vector kernels is asked for.
   */
  private static final String INCUBATOR_NOTE =
      "WARNING: Using incubator modules: jdk.incubator.vector" + System.lineSeparator();

  @TempDir private Path elsewhere;

  private CommandRun launch(Path script, Object... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(List.of(script.toString()));
    for (Object argument : arguments) {
      command.add(argument.toString());
    }
    Path out = elsewhere.resolve("out.txt");
    Path err = elsewhere.resolve("err.txt");
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .directory(elsewhere.toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    int exitCode = builder.start().waitFor();
    return new CommandRun(exitCode, read(out), read(err).replace(INCUBATOR_NOTE, ""));
  }

  private static String read(Path file) throws IOException {
    return Files.readString(file, StandardCharsets.UTF_8);
  }

  private static Path script() {
    return CommandRun.root().resolve("examples/cli/pelton").toAbsolutePath().normalize();
  }

  @Test
  void runsThroughLinksFromAnywhere() throws Exception {
    Path link = Files.createSymbolicLink(elsewhere.resolve("first"), script());
    Path second = Files.createSymbolicLink(elsewhere.resolve("pelton"), link.getFileName());
    CommandRun run = launch(second, "--version");
    Files.delete(second);
    Files.delete(link);
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("pelton ");
  }

  @Test
  void passesTheExitCodeOn() throws Exception {
    assertThat(launch(script(), "verify").exitCode()).isEqualTo(2);
    assertThat(launch(script(), "inspect", "missing.onnx").exitCode()).isEqualTo(1);
  }

  @Test
  void outputThatIsLostIsAFailure() throws Exception {
    assumeTrue(Files.exists(Path.of("/dev/full")), "there is no /dev/full");
    Path model = CommandRun.root().toAbsolutePath().resolve("examples/jobs/models/adult.onnx");
    CommandRun run =
        launch(Path.of("bash"), "-c", "\"$0\" inspect \"$1\" > /dev/full", script(), model);
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).startsWith("pelton: can't write");
  }

  private CommandRun score(String output, Object... more) throws Exception {
    Path jobs = CommandRun.root().toAbsolutePath().resolve("examples/jobs");
    return launch(
        script(),
        Stream.concat(
                Stream.of(
                    "score",
                    "--model",
                    jobs.resolve("models/adult.onnx"),
                    "--input",
                    jobs.resolve("data/adult.arrow"),
                    "--output",
                    output,
                    "--null-handling",
                    "default=?"),
                Stream.of(more))
            .toArray());
  }

  @Test
  void theJarHoldsBackendAndArrow() throws Exception {
    CommandRun run = score("predictions.arrow");
    assertThat(run.err()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(elsewhere.resolve("predictions.arrow")).isNotEmptyFile();
  }

  @Test
  void itSaysHowFarItIsWhenAsked() throws Exception {
    CommandRun run = score("predictions.csv", "--progress", "--batch-rows", 20);
    assertThat(run.err().lines())
        .isNotEmpty()
        .allMatch(
            line -> line.matches("\\d+ of 32561 rows \\(\\d+ %\\), \\d+ rows/s(, ETA [\\d:]+)?"));
    assertThat(run.exitCode()).isZero();
    assertThat(elsewhere.resolve("predictions.csv")).isNotEmptyFile();
  }

  @Test
  void streamsAreReadAndWritten() throws Exception {
    Path jobs = CommandRun.root().toAbsolutePath().resolve("examples/jobs");
    assertThat(score("rows.csv").exitCode()).isZero();
    CommandRun run =
        launch(
            Path.of("bash"),
            "-c",
            "head -4 rows.csv | \"$0\" score --model \"$1\" --input - --input-format csv --output -"
                + " --output-format tsv --null-handling default=? --keep age --prefix p_",
            script(),
            jobs.resolve("models/adult.onnx"));
    assertThat(run.err()).startsWith("3 rows in 1 batches").contains("standard output");
    assertThat(run.outLines()).hasSize(4);
    assertThat(run.outLines().get(0))
        .isEqualTo("age\tp_label\tp_probabilities_0\tp_probabilities_1");
    assertThat(run.exitCode()).isZero();
  }
}
