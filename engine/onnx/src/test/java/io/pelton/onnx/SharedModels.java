package io.pelton.onnx;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** The folder of real models; tests that need it are skipped where it is missing. */
public final class SharedModels {
  private SharedModels() {}

  /** Call it in the test method, so that the test counts as skipped. */
  public static Path folder() {
    Path folder = Path.of(System.getProperty("pelton.shared", "../shared")).resolve("models");
    assumeTrue(
        Files.isDirectory(folder), () -> "pelton.shared: no models in " + folder.toAbsolutePath());
    return folder;
  }

  /** Names of the models whose file is there. */
  public static List<String> names() {
    try (Stream<Path> folders = Files.list(folder())) {
      return folders
          .filter(model -> Files.exists(model.resolve("model.onnx")))
          .map(model -> model.getFileName().toString())
          .sorted()
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static Path file(String model) {
    return folder().resolve(model).resolve("model.onnx");
  }

  /** Recorded values, {@code input} or {@code output} {@code index}, of every set of a model. */
  public static List<Path> vectors(String model, String kind, int index) {
    List<Path> files = new ArrayList<>();
    for (int set = 0; ; set++) {
      Path folder = folder().resolve(model).resolve("test_data_set_" + set);
      if (!Files.isDirectory(folder)) {
        return files;
      }
      files.add(folder.resolve(kind + "_" + index + ".pb"));
    }
  }
}
