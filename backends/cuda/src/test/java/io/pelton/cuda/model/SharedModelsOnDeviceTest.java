package io.pelton.cuda.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every real model that can be imported computes on the device what the CPU does. */
@ExtendWith(OnEmulatedDriver.class)
class SharedModelsOnDeviceTest {
  /** Made of recurrent cells, or of what follows scores, for which devices have no kernels. */
  private static final Set<String> ON_HOST =
      Set.of("gonnx_gru", "mlnet_TestZipMapInt64", "ort_lstm_1");

  /** One that names the missing folder, where it is missing: then the test is skipped. */
  static List<Path> models() throws IOException {
    Path folder = Path.of(System.getProperty("pelton.shared", "../shared")).resolve("models");
    if (!Files.isDirectory(folder)) {
      return List.of(folder);
    }
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(model -> model.resolve("model.onnx"))
          .filter(Files::exists)
          .sorted()
          .toList();
    }
  }

  @ParameterizedTest
  @MethodSource("models")
  void computesWhatTheCpuDoes(Path file) {
    assumeTrue(Files.isRegularFile(file), () -> "pelton.shared: no models in " + file);
    Optional<ModelTwin> loaded = ModelTwin.load(file);
    if (loaded.isEmpty()) {
      return;
    }
    ModelTwin model = loaded.get();
    model.compareCompiled();
    boolean isOnHost = ON_HOST.contains(file.getParent().getFileName().toString());
    if (!OnEmulatedDriver.isReal() && !isOnHost) {
      assertThat(EmulatedDriver.launches()).as("launches").isPositive();
    }
    model.compareRealized();
  }
}
