package io.pelton.onnx;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The standard's own tests, in the shared folder. */
public final class StandardSuite {
  private StandardSuite() {}

  /** The model of every test. Call it in the test method, so that the test counts as skipped. */
  public static List<Path> models() {
    Path suite = Path.of(System.getProperty("pelton.shared", "../shared")).resolve("onnx-suite");
    assumeTrue(Files.isDirectory(suite), "pelton.shared: no onnx-suite in " + suite);
    try (Stream<Path> files = Files.walk(suite, 3)) {
      return files.filter(file -> file.endsWith("model.onnx")).sorted().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
