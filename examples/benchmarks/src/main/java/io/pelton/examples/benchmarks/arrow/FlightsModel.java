package io.pelton.examples.benchmarks.arrow;

import io.pelton.examples.benchmarks.OnnxFile;
import io.pelton.examples.benchmarks.TreeModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** Small models over two numbers of a flight, its delay and its distance, with random weights. */
enum FlightsModel {
  /** 100 trees of depth 6. */
  TREES,
  /** 2 numbers to 8 to 1. */
  NETWORK;

  static final String INPUT = "x";
  static final String OUTPUT = "y";
  static final int WIDTH = 2;

  /** Writes the model, which is deleted when the JVM ends. */
  Path write() throws IOException {
    Path file = Files.createTempFile("flights", ".onnx");
    file.toFile().deleteOnExit();
    return Files.write(file, bytes());
  }

  /** What cases of this model are called. */
  String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  private byte[] bytes() {
    return switch (this) {
      case TREES -> TreeModel.bytes(100, 6, new float[] {40, 900});
      case NETWORK -> network();
    };
  }

  private static byte[] network() {
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
