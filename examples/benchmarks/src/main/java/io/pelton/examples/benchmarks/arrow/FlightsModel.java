package io.pelton.examples.benchmarks.arrow;

import io.pelton.examples.benchmarks.OnnxFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small network over two numbers of a flight, with random weights. */
final class FlightsModel {
  static final String INPUT = "x";
  static final String OUTPUT = "y";
  static final int WIDTH = 2;

  private FlightsModel() {}

  /** Writes the model, which is deleted when the JVM ends. */
  static Path write() throws IOException {
    Path file = Files.createTempFile("flights", ".onnx");
    file.toFile().deleteOnExit();
    return Files.write(file, bytes());
  }

  private static byte[] bytes() {
    return new OnnxFile()
        .input(INPUT, "N", WIDTH)
        .weights("w1", WIDTH, 8)
        .weights("b1", 8)
        .weights("w2", 8, 1)
        .weights("b2", 1)
        .node("Gemm", "g1", List.of(INPUT, "w1", "b1"))
        .node("Relu", "r1", List.of("g1"))
        .node("Gemm", OUTPUT, List.of("r1", "w2", "b2"))
        .output(OUTPUT, "N", 1)
        .bytes();
  }
}
