package io.pelton.examples.benchmarks.cpu;

import static io.pelton.examples.benchmarks.OnnxFile.integer;

import io.pelton.engine.tensor.Tensor;
import io.pelton.examples.benchmarks.OnnxFile;
import io.pelton.examples.benchmarks.TreeModel;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** The cases of {@code bench cpu}. Models of the shared folder are left out where it is missing. */
final class CpuCases {
  private static final Path SHARED =
      Path.of(System.getProperty("pelton.shared", "../shared")).resolve("models");

  private final List<CpuCase> cases = new ArrayList<>();
  private final Random random = new Random(11);

  private final List<String> prefixes;

  private CpuCases(List<String> prefixes) {
    this.prefixes = prefixes;
  }

  /** The cases whose names start like that; all without any. */
  static List<CpuCase> of(List<String> prefixes) throws IOException {
    CpuCases cases = new CpuCases(prefixes);
    cases.addTrees();
    cases.addAdult();
    cases.addNetworks();
    cases.addProducts();
    cases.addElementwise();
    cases.addBlocks();
    cases.addSharedModels();
    cases.addRebuiltModels();
    cases.addSentences();
    return cases.cases;
  }

  private void addTrees() {
    byte[] trees = TreeModel.bytes(200, 6, 50);
    double[] targets = {5, 4, 4};
    int[] rows = {1, 64, 1024};
    for (int i = 0; i < rows.length; i++) {
      add("trees-200x6-" + rows[i], trees, targets[i], "x", tensor(rows[i], 50));
    }
  }

  private void addAdult() throws IOException {
    String model = System.getProperty("adult.model");
    String data = System.getProperty("adult.data");
    if (model == null || data == null) {
      return;
    }
    AdultRows rows = AdultRows.of(Path.of(model), Path.of(data));
    for (int count : new int[] {1, 64, 1024}) {
      String name = "adult-" + count;
      if (isAskedFor(name)) {
        add(new CpuCase(name, rows.model(), rows.first(count), count == 1 ? 4 : 3));
      }
    }
  }

  private void addNetworks() {
    OnnxFile file = new OnnxFile().input("x", "N", 64);
    int[] widths = {64, 128, 64, 1};
    String last = "x";
    for (int layer = 0; layer < 3; layer++) {
      file.weights("w" + layer, widths[layer], widths[layer + 1]);
      file.weights("b" + layer, widths[layer + 1]);
      file.node("Gemm", "sum" + layer, List.of(last, "w" + layer, "b" + layer));
      last = "y" + layer;
      file.node(layer == 2 ? "Sigmoid" : "Relu", last, List.of("sum" + layer));
    }
    byte[] network = file.output(last, "N", 1).bytes();
    add("mlp-1", network, 5, "x", tensor(1, 64));
    add("mlp-64", network, 1.3, "x", tensor(64, 64));
    add("mlp-1024", network, 1.1, "x", tensor(1024, 64));
  }

  private void addProducts() {
    addProduct(1, 384, 384, 1.3);
    addProduct(64, 64, 128, 1.2);
    addProduct(128, 384, 1536, 1.0);
    addProduct(512, 512, 512, 1.0);
    addProduct(1024, 1024, 1024, 1.0);
  }

  private void addProduct(int rows, int inner, int columns, double target) {
    byte[] model =
        new OnnxFile()
            .input("x", rows, inner)
            .weights("w", inner, columns)
            .weights("b", columns)
            .node("Gemm", "y", List.of("x", "w", "b"))
            .output("y", rows, columns)
            .bytes();
    String name = "gemm-" + rows + "x" + inner + "x" + columns;
    Map<String, Tensor> inputs = Map.of("x", tensor(rows, inner));
    double operations = 2.0 * rows * inner * columns;
    add(new CpuCase(name, model, inputs, target, Agreement.ELEMENTS, operations));
  }

  private void addElementwise() {
    for (int length : new int[] {4096, 1 << 20}) {
      boolean isShort = length == 4096;
      String size = isShort ? "4096" : "1m";
      for (String op : List.of("Exp", "Tanh", "Gelu")) {
        byte[] model =
            new OnnxFile()
                .input("x", length)
                .node(op, "y", List.of("x"))
                .output("y", length)
                .bytes();
        add(op.toLowerCase(Locale.ROOT) + "-" + size, model, isShort ? 3 : 1, "x", tensor(length));
      }
      byte[] chain =
          new OnnxFile()
              .input("x", length)
              .weights("a", 1)
              .weights("b", 1)
              .node("Mul", "scaled", List.of("x", "a"))
              .node("Add", "shifted", List.of("scaled", "b"))
              .node("Tanh", "y", List.of("shifted"))
              .output("y", length)
              .bytes();
      add("chain-" + size, chain, isShort ? 4 : 1.5, "x", tensor(length));
    }
  }

  private void addBlocks() {
    byte[] norm =
        new OnnxFile()
            .input("x", 128, 384)
            .weights("scale", 384)
            .weights("bias", 384)
            .node("LayerNormalization", "y", List.of("x", "scale", "bias"))
            .output("y", 128, 384)
            .bytes();
    add("layernorm-128x384", norm, 1.2, "x", tensor(128, 384));
    byte[] softmax =
        new OnnxFile()
            .input("x", 128, 384)
            .node("Softmax", "y", List.of("x"), integer("axis", -1))
            .output("y", 128, 384)
            .bytes();
    add("softmax-128x384", softmax, 1.2, "x", tensor(128, 384));
    addAttention();
  }

  /** Queries, keys and values of 12 heads of 32 features, already apart. */
  private void addAttention() {
    byte[] model =
        new OnnxFile()
            .input("q", 1, 12, 128, 32)
            .input("k", 1, 12, 32, 128)
            .input("v", 1, 12, 128, 32)
            .weights("scale", 1)
            .node("MatMul", "products", List.of("q", "k"))
            .node("Mul", "scores", List.of("products", "scale"))
            .node("Softmax", "weights", List.of("scores"), integer("axis", -1))
            .node("MatMul", "y", List.of("weights", "v"))
            .output("y", 1, 12, 128, 32)
            .bytes();
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("q", tensor(1, 12, 128, 32));
    inputs.put("k", tensor(1, 12, 32, 128));
    inputs.put("v", tensor(1, 12, 128, 32));
    add(new CpuCase("attention-12x128", model, inputs, 1.2));
  }

  private void addSharedModels() throws IOException {
    if (!Files.isDirectory(SHARED)) {
      return;
    }
    byte[] network = Files.readAllBytes(SHARED.resolve("crayfish_ffnn/model.onnx"));
    add("crayfish-1", network, 4, "input", tensor(1, 1, 784));
    add("crayfish-64", network, 1.3, "input", tensor(64, 1, 784));
    add("crayfish-1024", network, 1.05, "input", tensor(1024, 1, 784));
    byte[] digits = Files.readAllBytes(SHARED.resolve("mnist_cnn_msft/model.onnx"));
    add("mnist-cnn-1", digits, 2, "Input3", tensor(1, 1, 28, 28));
    byte[] words = Files.readAllBytes(SHARED.resolve("emx_micro_kws_m_static_fp32/model.onnx"));
    add("micro-kws", words, 1, "serving_default_input:0", tensor(1, 1960));
  }

  /** What can't be measured on the models themselves. */
  private void addRebuiltModels() {
    add("mnist-cnn-64", NetworkModels.digits(), 1, "x", tensor(64, 1, 28, 28));
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("x", tensor(1, 576));
    inputs.put("h", tensor(1, 1, 128));
    inputs.put("c", tensor(1, 1, 128));
    add(new CpuCase("silero", NetworkModels.speech(), inputs, 1.5));
  }

  private void addSentences() throws IOException {
    byte[] model = resource("all-minilm-l6-v2.onnx");
    addSentences("minilm-", model, 1, 16, 1.2, Agreement.ELEMENTS);
    addSentences("minilm-", model, 8, 64, 1, Agreement.ELEMENTS);
    addSentences("minilm-", model, 32, 128, 1, Agreement.ELEMENTS);
    byte[] quantized = resource("all-minilm-l6-v2-q.onnx");
    addSentences("minilm-q-", quantized, 8, 64, 0.4, Agreement.DIRECTION);
  }

  private static byte[] resource(String name) throws IOException {
    try (InputStream file = CpuCases.class.getResourceAsStream("/" + name)) {
      if (file == null) {
        throw new IOException(name + " is not on the class path");
      }
      return file.readAllBytes();
    }
  }

  private void addSentences(
      String name, byte[] model, int rows, int tokens, double target, Agreement agreement) {
    long[] words = random.longs((long) rows * tokens, 1000, 20000).toArray();
    long[] ones = new long[rows * tokens];
    Arrays.fill(ones, 1);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    inputs.put("input_ids", Tensor.of(words, rows, tokens));
    inputs.put("attention_mask", Tensor.of(ones, rows, tokens));
    inputs.put("token_type_ids", Tensor.of(new long[rows * tokens], rows, tokens));
    add(new CpuCase(name + rows + "x" + tokens, model, inputs, target, agreement));
  }

  private void add(CpuCase each) {
    if (isAskedFor(each.name())) {
      cases.add(each);
    }
  }

  private boolean isAskedFor(String name) {
    return prefixes.isEmpty() || prefixes.stream().anyMatch(name::startsWith);
  }

  private void add(String name, byte[] model, double target, String input, Tensor tensor) {
    add(new CpuCase(name, model, Map.of(input, tensor), target));
  }

  private Tensor tensor(long... dims) {
    float[] numbers = new float[(int) Arrays.stream(dims).reduce(1, Math::multiplyExact)];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = (float) random.nextGaussian();
    }
    return Tensor.of(numbers, dims);
  }
}
