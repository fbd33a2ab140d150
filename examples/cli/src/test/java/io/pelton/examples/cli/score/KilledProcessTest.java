package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.PeltonCommand;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardWatchEventKinds;
import java.nio.file.WatchKey;
import java.nio.file.WatchService;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is left of a run that does not end by itself. */
class KilledProcessTest {
  private static final Path MODEL = CommandRun.root().resolve("examples/jobs/models/adult.onnx");
  private static final String HEADER =
      "age,workclass,fnlwgt,education,education-num,marital-status,occupation,relationship,race,"
          + "sex,capital-gain,capital-loss,hours-per-week,native-country\n";
  private static final String ROW =
      "39,State-gov,77516,Bachelors,13,Never-married,Adm-clerical,Not-in-family,White,"
          + "Male,2174,0,40,United-States\n";

  @TempDir private Path folder;

  private Process start(Path output) throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "-Xmx256m",
            "-cp",
            System.getProperty("java.class.path"),
            PeltonCommand.class.getName(),
            "score",
            "--model",
            MODEL.toString(),
            "--input",
            "-",
            "--input-format",
            "csv",
            "--batch-rows",
            "2",
            "--output",
            output.toString())
        .redirectError(folder.resolve("err.txt").toFile())
        .redirectOutput(folder.resolve("out.txt").toFile())
        .start();
  }

  /** Starts a run and waits until it has begun to write, with its input still open. */
  private Process begun(Path output) throws IOException, InterruptedException {
    try (WatchService watch = folder.getFileSystem().newWatchService()) {
      output.getParent().register(watch, StandardWatchEventKinds.ENTRY_CREATE);
      Process process = start(output);
      OutputStream input = process.getOutputStream();
      input.write((HEADER + ROW.repeat(1000)).getBytes(StandardCharsets.UTF_8));
      input.flush();
      WatchKey key = watch.poll(60, TimeUnit.SECONDS);
      assertThat(key).as(Files.readString(folder.resolve("err.txt"))).isNotNull();
      assertThat(process.isAlive()).isTrue();
      return process;
    }
  }

  private Path existing(String name, String file) throws IOException {
    Path results = Files.createDirectory(folder.resolve(name));
    return Files.writeString(results.resolve(file), "before");
  }

  @ParameterizedTest
  @ValueSource(strings = {"out.csv", "out.parquet"})
  void oneThatIsAskedToEndLeavesNothing(String file) throws Exception {
    Path output = existing("asked", file);
    Process process = begun(output);
    process.destroy();
    assertThat(process.waitFor()).isNotZero();
    assertThat(output).hasContent("before");
    assertThat(output.getParent().toFile().list()).containsExactly(file);
  }

  @Test
  void oneThatIsKilledLeavesNothingUnderTheFinalName() throws Exception {
    Path output = existing("killed", "out.csv");
    Files.delete(output);
    Process process = begun(output);
    process.destroyForcibly().waitFor();
    assertThat(output).doesNotExist();
    assertThat(List.of(output.getParent().toFile().list()))
        .singleElement()
        .asString()
        .matches("\\.out\\.csv\\..*\\.tmp");
  }

  @Test
  void oneThatEndsByItselfLeavesTheFileOnly() throws Exception {
    Path output = existing("ended", "out.csv");
    Process process = begun(output);
    process.getOutputStream().close();
    assertThat(process.waitFor()).isZero();
    assertThat(Files.readAllLines(output)).hasSize(1001);
    assertThat(output.getParent().toFile().list()).containsExactly("out.csv");
    assertThat(Files.readString(folder.resolve("out.txt"))).startsWith("1000 rows in 500 batches");
    assertThat(Files.readString(folder.resolve("err.txt"))).doesNotContain("rows/s");
  }
}
