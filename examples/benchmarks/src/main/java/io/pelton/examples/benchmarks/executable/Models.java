package io.pelton.examples.benchmarks.executable;

import io.pelton.examples.benchmarks.OnnxFile;
import java.util.List;

/** ONNX files that both sides read. */
final class Models {
  private Models() {}

  /** z = x + y, of {@code elements} floats each. */
  static byte[] sum(int elements) {
    return new OnnxFile()
        .input("x", elements)
        .input("y", elements)
        .node("Add", "z", List.of("x", "y"))
        .output("z", elements)
        .bytes();
  }

  /** y [N,width] = three layers of relu(x W + b), x [N,width]. */
  static byte[] layers(int width) {
    OnnxFile file = new OnnxFile().input("x", "N", width);
    String last = "x";
    for (int layer = 0; layer < 3; layer++) {
      file.weights("w" + layer, width, width).weights("b" + layer, width);
      file.node("Gemm", "sum" + layer, List.of(last, "w" + layer, "b" + layer));
      last = layer == 2 ? "y" : "hidden" + layer;
      file.node("Relu", last, List.of("sum" + layer));
    }
    return file.output("y", "N", width).bytes();
  }
}
