package io.pelton.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PeltonCommandTest {
  @TempDir private Path folder;

  @Test
  void namesItsVersion() {
    CommandRun run = CommandRun.of("--version");
    assertThat(run.exitCode()).isZero();
    assertThat(run.outLines().get(0)).matches("pelton \\d+\\.\\d+\\.\\d+.*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"inspect", "verify", "score"})
  void helpNamesTheDefaultOfEveryOption(String command) {
    CommandRun run = CommandRun.of(command, "--help");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).startsWith("Usage: pelton " + command);
    String options = run.out().substring(run.out().indexOf("\n      --"));
    for (String option : options.split("\n +(-\\w, )?(?=--)", -1)) {
      String text = option.replaceAll("\\s+", " ");
      if (text.startsWith("--") && !text.matches("(?s)--(help|version|debug).*")) {
        assertThat(text).containsPattern("(?i)default: |required");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "frobnicate",
        "inspect",
        "inspect a.onnx --rows many",
        "inspect a.onnx --rows -1",
        "verify",
        "verify /no/such/folder",
        "verify . --via magic",
        "verify . --rtol -1",
        "verify . --atol NaN",
        "verify . --min-cosine 2",
        "verify . --timeout -1",
        "verify . --unknown",
        "score",
        "score --model m.onnx --input i.arrow",
        "score --model m.onnx --input i.arrow --output o.arrow --batch-rows 0",
        "score --model m.onnx --input i.arrow --output o.arrow --null-handling maybe",
        "score --model m.onnx --input i.arrow --output o.arrow --input-format xml",
        "score --model m.onnx --input i.csv --output o.csv --csv-delimiter ab",
        "score --model m.onnx --input i.csv --output o.csv --csv-delimiter none",
        "score --model m.onnx --input i.csv --output o.csv --csv-bad-cells skip",
        "score --model m.onnx --input i.csv --output o.csv --bind age",
        "score --model m.onnx --input i.csv --output o.csv --keep age --predictions-only",
        "score --model m.onnx --input i.csv --output o.csv --quiet --progress"
      })
  void wrongUsageIsToldInOneMessage(String line) {
    CommandRun run = CommandRun.of((Object[]) line.split(" +"));
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.out()).isEmpty();
    assertThat(run.err().lines()).hasSizeBetween(2, 3).allMatch(text -> !text.startsWith("\tat "));
    assertThat(run.err()).startsWith("pelton: ").contains("--help");
  }

  @Test
  void badModelsAreToldInOneMessage() throws IOException {
    byte[] adult = Files.readAllBytes(CommandRun.root().resolve("examples/jobs/models/adult.onnx"));
    Path cut = Files.write(folder.resolve("cut.onnx"), java.util.Arrays.copyOf(adult, 1000));
    byte[] noise = new byte[5000];
    new Random(1).nextBytes(noise);
    Path random = Files.write(folder.resolve("random.onnx"), noise);
    Path empty = Files.createFile(folder.resolve("empty.onnx"));
    for (Path model : new Path[] {cut, random, empty, folder, folder.resolve("missing.onnx")}) {
      CommandRun run = CommandRun.of("inspect", model);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.err()).startsWith("pelton: ").contains(model.toString());
      assertThat(run.err().lines()).hasSize(1);
    }
  }

  @Test
  void debugShowsTheStackTrace() {
    CommandRun run = CommandRun.of("inspect", folder.resolve("missing.onnx"), "--debug");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("\tat io.pelton.onnx");
  }
}
