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

  private String messageOf(Path data, Path model) {
    StringWriter errors = new StringWriter();
    CommandLine job = AdultJob.commandLine().setErr(new PrintWriter(errors, true));
    int code =
        job.execute(
            "--data", data.toString(),
            "--model", model.toString(),
            "--output", folder.resolve("out").toString());
    assertThat(code).isEqualTo(1);
    assertThat(errors.toString()).startsWith("adult: ").doesNotContain("\tat ");
    return errors.toString();
  }
}
