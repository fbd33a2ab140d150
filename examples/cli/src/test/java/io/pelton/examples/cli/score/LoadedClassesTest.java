package io.pelton.examples.cli.score;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.examples.cli.CommandRun;
import io.pelton.examples.cli.PeltonCommand;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run loads, in a Java of its own. */
class LoadedClassesTest {
  private static final Path JOBS = CommandRun.root().resolve("examples/jobs");

  @TempDir private Path folder;

  private String loaded(String output) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "-Xlog:class+load",
                "-cp",
                System.getProperty("java.class.path"),
                PeltonCommand.class.getName(),
                "score",
                "--model",
                JOBS.resolve("models/adult.onnx").toString(),
                "--input",
                JOBS.resolve("data/adult.arrow").toString(),
                "--null-handling",
                "default=?",
                "--keep",
                "age",
                "--output",
                folder.resolve(output).toString())
            .redirectErrorStream(true)
            .start();
    process.getOutputStream().close();
    String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(text).isZero();
    return text;
  }

  @Test
  void nothingOfFormatsThatWereNotAskedFor() throws Exception {
    assertThat(loaded("out.csv"))
        .contains("32561 rows", "io.pelton.arrow.io.IpcFileReader", "csv.CsvBatchWriter")
        .doesNotContain(
            "org.apache.arrow.dataset.",
            "org.apache.arrow.c.",
            "io.pelton.arrow.dataset.",
            "io.pelton.arrow.avro.",
            "org.apache.avro.",
            "org.apache.commons.csv.CSVParser");
  }
}
