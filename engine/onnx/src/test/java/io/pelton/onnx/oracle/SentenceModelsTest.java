package io.pelton.onnx.oracle;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.realize.PipelinedExecutor;
import io.pelton.engine.realize.Realization;
import io.pelton.engine.realize.Realized;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.OnnxModel;
import io.pelton.onnx.SharedModels;
import io.pelton.onnx.proto.ValueReader;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Sentence embeddings of 23 and 90 MB, whose files come with artifacts of their own, against the
 * recorded outputs.
 */
class SentenceModelsTest {
  private static final String PLAIN = "all-minilm-l6-v2";
  private static final String QUANTIZED = "all-minilm-l6-v2-q";

  /**
   * Of an element, absolute, whatever its size; elements reach from -6 to 6. The table of models
   * grants 1.4e-4 and a relative 1e-4 on top.
   */
  private static final double TOLERANCE = 1e-4;

  private static final int COSINE_COLUMN = 4;

  @TempDir private static Path folder;

  private static final Backend BACKEND =
      Backend.named("cpu", SentenceModelsTest.class.getClassLoader());
  private static final Devices DEVICES = Devices.of(BACKEND);
  private static PipelinedExecutor executor;

  @BeforeAll
  static void open() {
    executor = new PipelinedExecutor(DEVICES, PlanOptions.pinnedTo(DEVICES.host().id()));
  }

  @AfterAll
  static void close() {
    executor.close();
  }

  private static NamedGraph load(String model) throws IOException {
    Path file = folder.resolve(model + ".onnx");
    if (!Files.exists(file)) {
      try (InputStream bytes =
          SentenceModelsTest.class.getResourceAsStream("/" + model + ".onnx")) {
        Files.copy(bytes, file);
      }
    }
    return OnnxModel.load(file).graph();
  }

  private static List<Path> sets(String model) throws IOException {
    try (Stream<Path> folders = Files.list(SharedModels.folder().resolve(model))) {
      return folders
          .filter(set -> set.getFileName().toString().startsWith("test_data_set_"))
          .sorted()
          .toList();
    }
  }

  private static Tensor only(Map<String, Value> outputs) {
    assertThat(outputs).containsOnlyKeys("last_hidden_state");
    return (Tensor) outputs.get("last_hidden_state");
  }

  private static Tensor expected(Path set, NamedGraph graph) {
    return (Tensor) ValueReader.read(set.resolve("output_0.pb"), graph.outputPorts().get(0).type());
  }

  /** Runs every set both ways, which give the same bits, and hands on what came out. */
  private static void runBothWays(String model, Check check) throws IOException {
    List<Path> sets = sets(model);
    assertThat(sets).hasSize(5);
    NamedGraph graph = load(model);
    RuleRegistry rules = RuleRegistry.standard(new Evaluator(BACKEND, new Prepared()));
    OptimizedGraph optimized = OptimizedGraph.of(graph, rules);
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(BACKEND));
        ExecutableGraph executable = compiled.newExecutable()) {
      for (Path set : sets) {
        Map<String, Tensor> inputs = Recorded.inputs(set, graph);
        Tensor ran = only(executable.run(inputs));
        try (Realized realized =
            executor.realize(Realization.of(graph, inputs).optimized(optimized))) {
          assertThat(Flat.of(only(realized.outputs(graph)))).as("%s", set).isEqualTo(Flat.of(ran));
        }
        Tensor wanted = expected(set, graph);
        assertThat(ran.dims()).as("%s", set).containsExactly(wanted.dims());
        check.accept(set, wanted.toDoubles(), ran.toDoubles());
      }
      // scales of a whole tensor couple its rows
      assertThat(compiled.mixesRows()).isEqualTo(model.equals(QUANTIZED));
    }
  }

  private interface Check {
    void accept(Path set, double[] expected, double[] found);
  }

  @Test
  void everySetGivesItsRecordedOutputs() throws IOException {
    runBothWays(
        PLAIN,
        (set, expected, found) -> {
          double largest = 0;
          for (int i = 0; i < expected.length; i++) {
            largest = Math.max(largest, Math.abs(expected[i] - found[i]));
            assertThat(found[i]).as("%s [%d]", set, i).isFinite();
          }
          assertThat(largest).as("%s", set).isLessThan(TOLERANCE);
        });
  }

  @Test
  void everySetOfTheQuantizedModelPointsWhereItsRecordedOutputsDo() throws IOException {
    double smallest = smallestCosine();
    runBothWays(
        QUANTIZED,
        (set, expected, found) -> {
          double product = 0;
          double squares = 0;
          double foundSquares = 0;
          for (int i = 0; i < expected.length; i++) {
            product += expected[i] * found[i];
            squares += expected[i] * expected[i];
            foundSquares += found[i] * found[i];
          }
          assertThat(product / Math.sqrt(squares * foundSquares))
              .as("%s", set)
              .isGreaterThan(smallest);
        });
  }

  private static double smallestCosine() throws IOException {
    try (Stream<String> lines = Files.lines(SharedModels.folder().resolve("models.tsv"))) {
      return lines
          .map(line -> line.split("\t", -1))
          .filter(cells -> cells[0].equals(QUANTIZED))
          .mapToDouble(cells -> Double.parseDouble(cells[COSINE_COLUMN]))
          .findFirst()
          .orElseThrow();
    }
  }

  /** Eight sentences of different lengths, padded to the longest. */
  @Test
  void aSentenceAloneHasTheBitsThatItHasInABatch() throws IOException {
    Path set = SharedModels.folder().resolve(PLAIN).resolve("test_data_set_2");
    NamedGraph graph = load(PLAIN);
    Map<String, Tensor> inputs = Recorded.inputs(set, graph);
    try (CompiledGraph compiled = CompiledGraph.compile(graph, CompileOptions.on(BACKEND));
        ExecutableGraph executable = compiled.newExecutable()) {
      Tensor batch = only(executable.run(inputs));
      assertThat(batch.dims()[0]).isEqualTo(8);
      for (int row = 0; row < 8; row++) {
        Map<String, Tensor> alone = new LinkedHashMap<>();
        for (Map.Entry<String, Tensor> input : inputs.entrySet()) {
          alone.put(input.getKey(), row(input.getValue(), row));
        }
        assertThat(Flat.of(only(executable.run(alone))))
            .as("row %d", row)
            .isEqualTo(Flat.of(row(batch, row)));
      }
    }
  }

  /** One row of a contiguous tensor, with its axis. */
  private static Tensor row(Tensor tensor, int row) {
    long[] dims = tensor.dims().clone();
    long each = tensor.layout().elements() / dims[0];
    dims[0] = 1;
    long[] strides = Arrays.copyOf(tensor.layout().strides(), dims.length);
    return new Tensor(
        tensor.storage(), Layout.of(dims, strides, tensor.layout().offset() + row * each));
  }
}
