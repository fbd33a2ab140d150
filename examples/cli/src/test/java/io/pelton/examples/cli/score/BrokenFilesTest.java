package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.arrow.ArrowAllocator;
import io.pelton.arrow.ArrowBatch;
import io.pelton.arrow.io.IpcFileReader;
import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.SharedFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that are not what their names say, or not all of it. */
class BrokenFilesTest {
  private static final Path JOBS = CommandRun.root().resolve("examples/jobs");
  private static final Path MODEL = JOBS.resolve("models/adult.onnx");

  @TempDir private Path folder;

  /** One line that names the file, and no output. */
  private String failure(Path input) {
    Path output = folder.resolve("out.arrow");
    CommandRun run =
        CommandRun.of(
            "score", "--model", MODEL, "--input", input, "--output", output, "--columns", "x");
    assertThat(run.exitCode()).as(run.out()).isEqualTo(1);
    assertThat(run.err()).startsWith("pelton: ").contains(input.toString()).hasLineCount(1);
    assertThat(output).doesNotExist();
    return run.err();
  }

  private Path cut(Path whole, String name) throws IOException {
    byte[] bytes = Files.readAllBytes(whole);
    return Files.write(folder.resolve(name), Arrays.copyOf(bytes, bytes.length * 2 / 3));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"in.arrow", "in.arrows", "in.avro", "in.parquet", "in.orc", "in.csv", "in.tsv.gz"})
  void whatIsNotThereOrNotOfTheFormatIsToldInOneLine(String name) throws IOException {
    Path input = folder.resolve(name);
    failure(input);
    Files.createFile(input);
    failure(input);
    if (!name.endsWith(".csv")) {
      Files.writeString(input, "name,age\nx,39\n".repeat(100));
      failure(input);
    }
  }

  @Test
  void filesThatAreCutShortAreToldInOneLine() throws IOException {
    try (ArrowAllocator allocator = ArrowAllocator.open("test");
        IpcFileReader reader = IpcFileReader.open(JOBS.resolve("data/adult.arrow"), allocator);
        ArrowBatch batch = reader.next()) {
      for (String name : new String[] {"arrow", "arrows"}) {
        Path whole = Tables.write(folder.resolve("whole." + name), batch, allocator);
        Path input = cut(whole, "in." + name);
        CommandRun run =
            CommandRun.of(
                "score",
                "--model",
                MODEL,
                "--input",
                input,
                "--output",
                folder.resolve("out.csv"),
                "--null-handling",
                "default=?");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).startsWith("pelton: '" + input + "'").hasLineCount(1);
        assertThat(folder.resolve("out.csv")).doesNotExist();
      }
    }
    Path data = SharedFolder.require().resolve("data");
    failure(cut(data.resolve("arrow-testing/data/avro/alltypes_plain.avro"), "in.avro"));
    failure(cut(data.resolve("parquet-testing/data/alltypes_plain.parquet"), "in.parquet"));
  }
}
