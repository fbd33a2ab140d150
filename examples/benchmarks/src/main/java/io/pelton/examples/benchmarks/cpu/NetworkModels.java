package io.pelton.examples.benchmarks.cpu;

import static io.pelton.examples.benchmarks.OnnxFile.integer;
import static io.pelton.examples.benchmarks.OnnxFile.integers;
import static io.pelton.examples.benchmarks.OnnxFile.text;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.examples.benchmarks.OnnxFile;
import java.util.List;

/** Networks with the layers of models that are not at hand, or not in the form that is measured. */
final class NetworkModels {
  private NetworkModels() {}

  /** The layers of mnist_cnn_msft for any number of images. */
  static byte[] digits() {
    return new OnnxFile()
        .input("x", "N", 1, 28, 28)
        .weights("w1", 8, 1, 5, 5)
        .weights("b1", 8)
        .weights("w2", 16, 8, 5, 5)
        .weights("b2", 16)
        .weights("w3", 256, 10)
        .weights("b3", 10)
        .node("Conv", "c1", List.of("x", "w1", "b1"), text("auto_pad", "SAME_UPPER"))
        .node("Relu", "r1", List.of("c1"))
        .node("MaxPool", "p1", List.of("r1"), pair("kernel_shape", 2), pair("strides", 2))
        .node("Conv", "c2", List.of("p1", "w2", "b2"), text("auto_pad", "SAME_UPPER"))
        .node("Relu", "r2", List.of("c2"))
        .node("MaxPool", "p2", List.of("r2"), pair("kernel_shape", 3), pair("strides", 3))
        .node("Flatten", "flat", List.of("p2"))
        .node("Gemm", "y", List.of("flat", "w3", "b3"))
        .output("y", "N", 10)
        .bytes();
  }

  private static AttributeProto pair(String name, long number) {
    return integers(name, List.of(number, number));
  }

  /**
   * One step of silero_vad_v5 at 16 kHz, without its branches: a spectrum of 576 samples by a
   * convolution, four convolutions, an LSTM and the probability of speech.
   */
  static byte[] speech() {
    OnnxFile file =
        new OnnxFile()
            .input("x", 1, 576)
            .input("h", 1, 1, 128)
            .input("c", 1, 1, 128)
            .numbers("pads", 0, 0, 0, 64)
            .numbers("start", 0)
            .numbers("middle", 129)
            .numbers("end", 258)
            .numbers("axis", 1)
            .numbers("last", -1)
            .numbers("first", 0)
            .node("Pad", "padded", List.of("x", "pads"), text("mode", "reflect"))
            .node("Unsqueeze", "signal", List.of("padded", "axis"))
            .weights("basis", 258, 1, 256)
            .node(
                "Conv", "spectrum", List.of("signal", "basis"), integers("strides", List.of(128L)))
            .node("Slice", "real", List.of("spectrum", "start", "middle", "axis"))
            .node("Slice", "imaginary", List.of("spectrum", "middle", "end", "axis"))
            .node("Mul", "real2", List.of("real", "real"))
            .node("Mul", "imaginary2", List.of("imaginary", "imaginary"))
            .node("Add", "power", List.of("real2", "imaginary2"))
            .node("Sqrt", "a0", List.of("power"));
    int[] channels = {129, 128, 64, 64, 128};
    long[] strides = {1, 2, 2, 1};
    for (int layer = 0; layer < strides.length; layer++) {
      file.weights("w" + layer, channels[layer + 1], channels[layer], 3)
          .weights("b" + layer, channels[layer + 1])
          .node(
              "Conv",
              "s" + layer,
              List.of("a" + layer, "w" + layer, "b" + layer),
              integers("pads", List.of(1L, 1L)),
              integers("strides", List.of(strides[layer])))
          .node("Relu", "a" + (layer + 1), List.of("s" + layer));
    }
    return file.node("Squeeze", "features", List.of("a4", "last"))
        .node("Unsqueeze", "sequence", List.of("features", "first"))
        .weights("wi", 1, 512, 128)
        .weights("wh", 1, 512, 128)
        .weights("bias", 1, 1024)
        .node(
            "",
            "LSTM",
            List.of("all", "hn", "cn"),
            List.of("sequence", "wi", "wh", "bias", "", "h", "c"),
            integer("hidden_size", 128))
        .node("Squeeze", "hidden", List.of("hn", "first"))
        .node("Unsqueeze", "column", List.of("hidden", "last"))
        .node("Relu", "active", List.of("column"))
        .weights("wp", 1, 128, 1)
        .weights("bp", 1)
        .node("Conv", "score", List.of("active", "wp", "bp"))
        .node("Sigmoid", "probability", List.of("score"))
        .node("ReduceMean", "y", List.of("probability", "axis"), integer("keepdims", 0))
        .output("y", 1, 1)
        .output("hn", 1, 1, 128)
        .output("cn", 1, 1, 128)
        .bytes();
  }
}
