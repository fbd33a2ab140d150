package io.pelton.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process of its own, without the emulated driver. */
class NoDriverTest {
  @TempDir private Path temporary;

  private List<String> run(String... arguments) throws IOException, InterruptedException {
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String classes =
        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path"));
    Stream<String> command =
        Stream.concat(
            Stream.of(
                java,
                "-Xmx256m",
                "-Djava.io.tmpdir=" + temporary,
                "-cp",
                classes,
                ProviderProcess.class.getName()),
            Stream.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command.toList());
    builder.environment().remove("LD_LIBRARY_PATH");
    builder.redirectError(ProcessBuilder.Redirect.INHERIT);
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output.lines().toList();
  }

  @Test
  void loadingProvidersAndOpeningTheHostOpensNothingNative() throws Exception {
    List<String> lines = run("host");
    assertThat(lines).contains("provider cuda", "provider cpu", "opened cpu");
    assertThat(lines).contains("loaded []");
  }

  @Test
  void theProbeSaysInOneSentenceWhatIsMissing() throws Exception {
    List<String> lines = run("cuda");
    Assumptions.assumeTrue(
        lines.stream().noneMatch("opened cuda"::equals), "there is an NVIDIA driver here");
    assertThat(lines)
        .contains(
            "probe the NVIDIA driver is not installed: libcuda.so.1 can't be opened",
            "refused cuda: the NVIDIA driver is not installed: libcuda.so.1 can't be opened",
            "opened cpu",
            "unpacked []");
  }
}
