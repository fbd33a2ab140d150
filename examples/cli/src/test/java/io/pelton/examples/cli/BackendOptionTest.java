package io.pelton.examples.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.kernel.Devices;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Where commands run models. */
class BackendOptionTest {
  private static final Path ADULT = CommandRun.root().resolve("examples/jobs/models/adult.onnx");

  @Test
  void byDefaultModelsRunOnTheHostAndNoOtherBackendIsAsked() {
    int probes = SecondBackend.probes();
    for (List<Object> options : List.of(List.of(), List.<Object>of("--backend", "cpu"))) {
      CommandRun run = inspect(options.toArray());
      assertThat(run.failures()).isEmpty();
      assertThat(run.out()).contains("on cpu (").doesNotContain("second");
    }
    assertThat(CommandRun.of("inspect", ADULT, "--backend", "abacus").exitCode()).isEqualTo(1);
    assertThat(SecondBackend.probes()).isEqualTo(probes);
  }

  private static CommandRun inspect(Object... options) {
    Object[] all = new Object[2 + options.length];
    all[0] = "inspect";
    all[1] = ADULT;
    System.arraycopy(options, 0, all, 2, options.length);
    return CommandRun.of(all);
  }

  @Test
  void aDeviceRunsWhatItCanAndTheHostTheRest() {
    CommandRun run = inspect("--backend", "second");
    assertThat(run.failures()).isEmpty();
    assertThat(run.exitCode()).isZero();
    assertThat(run.out())
        .contains("on cpu (", ", second (")
        .containsPattern("\n +\\d+ +second +Concat")
        .containsPattern("\n +\\d+ +second +Copy")
        // its labels are strings
        .containsPattern("\n +\\d+ +cpu +ScoringPipeline.*TreeClassifier");
    assertThat(SecondBackend.device().memory().liveAllocations()).isZero();
  }

  @Test
  void autoSaysWhatItChoseAndWhy() {
    CommandRun run = inspect("--backend", "auto");
    assertThat(run.failures()).isEmpty();
    assertThat(run.out())
        .contains("chosen by estimates for 64 rows: ")
        .containsPattern("cpu alone .* us, with second .* us, \\d+ kernels? there, \\d+ moves?");
    assertThat(SecondBackend.device().memory().liveAllocations()).isZero();
  }

  @Test
  void recordedVectorsAreVerifiedAnywhere() {
    Path models = SharedFolder.require().resolve("models");
    for (String name : List.of("vespa_pairwise_ranker", "mnist_cnn_msft")) {
      Path model = models.resolve(name);
      for (String way : List.of("compile", "realize")) {
        CommandRun onHost = CommandRun.of("verify", model, "--via", way);
        assertThat(onHost.lastLine()).matches("[1-9]\\d* passed, .*");
        for (String backend : List.of("second", "auto")) {
          long copies = SecondBackend.device().memory().copies();
          CommandRun run = CommandRun.of("verify", model, "--backend", backend, "--via", way);
          assertThat(run.failures()).isEmpty();
          assertThat(run.out()).as("%s on %s, %s", name, backend, way).isEqualTo(onHost.out());
          assertThat(SecondBackend.device().memory().copies())
              .satisfies(after -> assertThat(after > copies).isEqualTo(isOnDevice(name, backend)));
          assertThat(SecondBackend.device().memory().liveAllocations()).isZero();
        }
      }
    }
  }

  /** The ranker is too small to be worth a move. */
  private static boolean isOnDevice(String model, String backend) {
    return backend.equals("second") || model.equals("mnist_cnn_msft");
  }

  @Test
  void aDeviceThatIsNotThereIsAnErrorThatNamesThoseThatAre() {
    CommandRun run = inspect("--backend", "second:3");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err()).contains("second:3", "the backend has no device 3 here", "[second]");
    CommandRun none = inspect("--backend", "cpu:x");
    assertThat(none.exitCode()).isEqualTo(1);
    assertThat(none.err()).contains("a device is written 'backend' or 'backend:index'");
  }

  @Test
  void withoutADriverCudaFailsWithTheReasonAndNothingElseChanges() {
    BackendUnavailable unavailable =
        catchThrowableOfType(
            BackendUnavailable.class,
            () -> Devices.open("cuda", BackendOptionTest.class.getClassLoader()));
    assumeTrue(unavailable != null, "this machine has a CUDA device");
    for (String device : List.of("cuda", "cuda:1")) {
      CommandRun run = inspect("--backend", device);
      assertThat(run.exitCode()).isEqualTo(1);
      assertThat(run.failures()).hasSize(1);
      assertThat(run.err())
          .contains("Backend '" + device + "' is not usable: " + unavailable.reason());
    }
    assertThat(inspect("--backend", "auto").exitCode()).isZero();
    assertThat(inspect("--backend", "cpu").exitCode()).isZero();
  }

  @Test
  void nothingOfCudaIsLoadedUnlessItIsNamed() throws IOException, InterruptedException {
    assertThat(loaded("--backend", "cpu"))
        .contains("io.pelton.cuda.CudaBackendProvider")
        .doesNotContain("jcuda.", "io.pelton.cuda.driver.");
    assertThat(loaded("--backend", "cuda")).contains("io.pelton.cuda.driver.");
  }

  /** What a Java of its own says about the classes that it loads. */
  private static String loaded(String... options) throws IOException, InterruptedException {
    Path java = Path.of(System.getProperty("java.home"), "bin", "java");
    ProcessBuilder command =
        new ProcessBuilder(
            java.toString(),
            "-Xlog:class+load",
            "-cp",
            System.getProperty("java.class.path"),
            PeltonCommand.class.getName(),
            "inspect",
            ADULT.toString());
    command.command().addAll(List.of(options));
    Process process = command.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    process.waitFor();
    return output;
  }
}
