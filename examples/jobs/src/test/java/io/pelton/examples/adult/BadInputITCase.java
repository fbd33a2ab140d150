package io.pelton.examples.adult;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Whatever is wrong with the input, the job ends with one message that names it. */
class BadInputITCase {
  @TempDir private Path folder;

  @Test
  void aModelThatIsCutOff() throws IOException {
    byte[] model = Files.readAllBytes(AdultFiles.MODEL);
    Path cut = Files.write(folder.resolve("cut.onnx"), Arrays.copyOf(model, model.length / 2));
    assertThat(messageOf(AdultFiles.DATA, cut)).contains("cut.onnx");
  }

  @Test
  void aModelThatIsNone() throws IOException {
    Path noise = Files.write(folder.resolve("noise.onnx"), new byte[] {1, 2, 3, 4, 5, 6, 7});
    assertThat(messageOf(AdultFiles.DATA, noise)).contains("noise.onnx");
  }

  @Test
  void aModelThatIsMissing() {
    Path missing = folder.resolve("missing.onnx");
    assertThat(messageOf(AdultFiles.DATA, missing)).contains("missing.onnx");
  }

  @Test
  void dataThatIsNotArrow() {
    assertThat(messageOf(AdultFiles.MODEL, AdultFiles.MODEL)).contains("adult.onnx", "Arrow");
  }

  @Test
  void dataThatIsCutOff() throws IOException {
    byte[] data = Files.readAllBytes(AdultFiles.DATA);
    Path cut = Files.write(folder.resolve("cut.arrow"), Arrays.copyOf(data, data.length / 2));
    assertThat(messageOf(cut, AdultFiles.MODEL)).contains("cut.arrow");
  }

  @Test
  void foldersForFiles() {
    assertThat(messageOf(folder, AdultFiles.MODEL)).contains("--data " + folder, "is a folder");
    assertThat(messageOf(AdultFiles.DATA, folder)).contains("--model " + folder, "is a folder");
  }

  @Test
  void anOutputThatIsAFile() throws IOException {
    Path out = Files.createFile(folder.resolve("out"));
    assertThat(messageOf(AdultFiles.DATA, AdultFiles.MODEL))
        .contains("--output " + out, "is a file");
  }

  @Test
  void anOutputBelowAFile() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(messageOf(AdultFiles.DATA, AdultFiles.MODEL, file.resolve("out")))
        .contains("can't make the folder --output " + file);
  }

  @Test
  void dataThatThePredictionsWouldReplace() throws IOException {
    Path out = Files.createDirectories(folder.resolve("out"));
    Path data = Files.copy(AdultFiles.DATA, out.resolve("part-0-0a-0.arrow"));
    assertThat(messageOf(data, AdultFiles.MODEL)).contains("--data " + data);
    assertThat(data).hasSameBinaryContentAs(AdultFiles.DATA);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--parallelism=0", "--parallelism=65", "--parallelism=many", "--no=1"})
  void wrongUsage(String option) {
    StringWriter errors = new StringWriter();
    CommandLine job = AdultJob.commandLine().setErr(new PrintWriter(errors, true));
    Path output = folder.resolve("out");
    assertThat(job.execute("--data=d", "--model=m", "--output=" + output, option)).isEqualTo(2);
    assertThat(errors.toString().lines()).hasSize(2).endsWith("Try 'adult --help'.");
    assertThat(errors.toString()).startsWith("adult: ").contains(option.substring(0, 4));
    assertThat(output).doesNotExist();
  }

  private String messageOf(Path data, Path model) {
    return messageOf(data, model, folder.resolve("out"));
  }

  private String messageOf(Path data, Path model, Path output) {
    StringWriter errors = new StringWriter();
    CommandLine job = AdultJob.commandLine().setErr(new PrintWriter(errors, true));
    int code =
        job.execute(
            "--data", data.toString(),
            "--model", model.toString(),
            "--output", output.toString());
    assertThat(code).isEqualTo(1);
    assertThat(errors.toString()).startsWith("adult: ").doesNotContain("\tat ");
    return errors.toString();
  }
}
