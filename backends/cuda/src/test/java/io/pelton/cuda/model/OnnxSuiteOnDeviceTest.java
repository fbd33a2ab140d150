package io.pelton.cuda.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The standard's test models that can be imported compute on the device what the CPU does. */
@ExtendWith(OnEmulatedDriver.class)
class OnnxSuiteOnDeviceTest {
  @ParameterizedTest
  @ValueSource(strings = {"node", "simple", "pytorch-converted", "pytorch-operator"})
  void compiled(String part) throws IOException {
    check(part, ModelTwin::compareCompiled);
  }

  @Test
  void realized() throws IOException {
    check("node", ModelTwin::compareRealized);
  }

  private interface Way {
    void compare(ModelTwin model);
  }

  private static void check(String part, Way way) throws IOException {
    Map<String, String> wrong = new TreeMap<>();
    int compared = 0;
    int there = 0;
    for (Path file : models(part)) {
      String test = file.getParent().getFileName().toString();
      Optional<ModelTwin> model = ModelTwin.load(file);
      if (model.isEmpty()) {
        continue;
      }
      long before = launches();
      try {
        way.compare(model.get());
        compared++;
      } catch (AssertionError | RuntimeException e) {
        wrong.put(test, e.toString());
      }
      there += launches() > before ? 1 : 0;
    }
    assertThat(wrong).as("%d compared, %d of them on the device", compared, there).isEmpty();
    assertThat(compared).isPositive();
    if (!OnEmulatedDriver.isReal()) {
      assertThat(there).as("of %d models", compared).isGreaterThan(compared / 2);
    }
  }

  /** Nobody counts those of a real driver. */
  private static long launches() {
    return OnEmulatedDriver.isReal() ? 0 : EmulatedDriver.launches();
  }

  private static List<Path> models(String part) throws IOException {
    Path suite = Path.of(System.getProperty("pelton.shared", "../shared")).resolve("onnx-suite");
    assumeTrue(Files.isDirectory(suite), "pelton.shared: no onnx-suite in " + suite);
    try (Stream<Path> files = Files.walk(suite.resolve(part), 2)) {
      return files.filter(file -> file.endsWith("model.onnx")).sorted().toList();
    }
  }
}
