package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.TensorProto;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What becomes of cases that go wrong. The models double a column, or misbehave where 13 is in it.
 */
class CaseRunnerTest {
  private static final Duration LIMIT = Duration.ofMinutes(5);

  @TempDir private Path root;
  private Path folder;

  @BeforeEach
  void makeFolder() throws IOException {
    folder = Files.createDirectory(root.resolve("m"));
  }

  /** Doubles its input. */
  private record Doubling(Function<Float, Float> function) implements Model {
    @Override
    public boolean isRandom() {
      return false;
    }

    private static final ValueType COLUMN =
        ValueType.tensor(DType.F32, Shape.of(Extent.symbolic(new SymbolId("N"))));

    @Override
    public List<Port> inputs() {
      return List.of(new Port("x", COLUMN));
    }

    @Override
    public List<Port> outputs() {
      return List.of(new Port("y", COLUMN));
    }

    @Override
    public Map<String, Value> run(Map<String, Tensor> inputs) {
      float[] values = inputs.get("x").toFloats();
      for (int i = 0; i < values.length; i++) {
        values[i] = function.apply(values[i]);
      }
      return Map.of("y", Tensor.of(values, values.length));
    }
  }

  private static Model misbehaving(Runnable misbehaviour) {
    return new Doubling(
        value -> {
          if (value == 13) {
            misbehaviour.run();
          }
          return 2 * value;
        });
  }

  private void set(int number, float input, float output) throws IOException {
    Path set = Files.createDirectory(folder.resolve("test_data_set_" + number));
    write(set.resolve("input_0.pb"), input);
    write(set.resolve("output_0.pb"), output);
  }

  private static void write(Path file, float value) throws IOException {
    TensorProto proto =
        TensorProto.newBuilder()
            .setDataType(TensorProto.DataType.FLOAT.getNumber())
            .addDims(1)
            .addFloatData(value)
            .build();
    Files.write(file, proto.toByteArray());
  }

  private List<CaseResult> run(Function<Path, Model> opener, Duration limit) throws Exception {
    List<CaseResult> results = new ArrayList<>();
    Files.createFile(folder.resolve("model.onnx"));
    Tolerance tolerance = new Tolerance(1e-4, 1e-5, OptionalDouble.empty());
    try (CaseRunner runner = new CaseRunner(opener, new ToleranceSearch(tolerance), limit)) {
      for (CaseFolder found : new CaseSearch(Path.of("model.onnx")).below(root)) {
        runner.run(found, results::add);
      }
    }
    return results;
  }

  private List<String> lines(Model model) throws Exception {
    return run(file -> model, LIMIT).stream().map(CaseResult::line).toList();
  }

  @Test
  void reportsPassAndFail() throws Exception {
    set(0, 1, 2);
    set(1, 1, 3);
    assertThat(lines(misbehaving(() -> {})))
        .containsExactly(
            "m/test_data_set_0\tpass\t",
            "m/test_data_set_1\tfail\toutput 'y' at [0]: expected 3.0 but found 2.0 (rtol 1.0E-4,"
                + " atol 1.0E-5); 1 of 1 elements differ");
  }

  @Test
  void aStackOverflowStopsOneCaseOnly() throws Exception {
    set(0, 13, 26);
    set(1, 1, 2);
    assertThat(lines(misbehaving(CaseRunnerTest::recurse)))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("m/test_data_set_0\terror\tStackOverflowError"),
            line -> assertThat(line).isEqualTo("m/test_data_set_1\tpass\t"));
  }

  @SuppressWarnings("InfiniteRecursion")
  private static void recurse() {
    recurse();
  }

  @Test
  void exhaustedMemoryStopsOneCaseOnly() throws Exception {
    set(0, 13, 26);
    set(1, 1, 2);
    Model model =
        misbehaving(
            () -> {
              long[][] hoard = new long[1 << 20][];
              Arrays.setAll(hoard, i -> new long[Integer.MAX_VALUE - 8]);
              throw new IllegalStateException(hoard.length + " arrays fit");
            });
    assertThat(lines(model))
        .satisfiesExactly(
            line -> assertThat(line).startsWith("m/test_data_set_0\terror\tout of memory"),
            line -> assertThat(line).isEqualTo("m/test_data_set_1\tpass\t"));
  }

  @Test
  void anUnexpectedFailureIsNamedWithItsPlaceOnOneLine() throws Exception {
    set(0, 13, 26);
    set(1, 1, 2);
    Model model =
        misbehaving(
            () -> {
              throw new IllegalStateException("two\n\tlines");
            });
    assertThat(lines(model))
        .satisfiesExactly(
            line ->
                assertThat(line)
                    .startsWith(
                        "m/test_data_set_0\terror\tIllegalStateException: two lines at io.pelton"),
            line -> assertThat(line).isEqualTo("m/test_data_set_1\tpass\t"));
  }

  @Test
  void whatIsNotSupportedIsNoFailure() throws Exception {
    set(0, 13, 26);
    Model model =
        misbehaving(
            () -> {
              throw new NoBackendForOp("n", "Op", "F32", List.of("cpu"), Map.of());
            });
    List<CaseResult> results = run(file -> model, LIMIT);
    assertThat(results).extracting(CaseResult::status).containsOnly(CaseResult.Status.UNSUPPORTED);
    Summary summary = new Summary();
    results.forEach(summary::add);
    assertThat(summary).hasToString("0 passed, 0 failed, 1 skipped");
  }

  @Test
  void aModelThatCannotBeOpenedIsTriedOnceAndFailsAllItsCases() throws Exception {
    set(0, 1, 2);
    set(1, 1, 2);
    AtomicInteger opened = new AtomicInteger();
    Function<Path, Model> opener =
        file -> {
          opened.incrementAndGet();
          throw new StackOverflowError();
        };
    assertThat(run(opener, LIMIT))
        .extracting(CaseResult::status)
        .containsExactly(CaseResult.Status.ERROR, CaseResult.Status.ERROR);
    assertThat(opened).hasValue(1);
  }

  @Test
  void aCaseThatHangsIsLeftBehindWithItsModel() throws Exception {
    set(0, 13, 26);
    set(1, 1, 2);
    CountDownLatch never = new CountDownLatch(1);
    AtomicInteger opened = new AtomicInteger();
    Function<Path, Model> opener =
        file -> {
          opened.incrementAndGet();
          return misbehaving(() -> awaitUninterruptibly(never));
        };
    List<CaseResult> results = run(opener, Duration.ofSeconds(3));
    never.countDown();
    assertThat(results)
        .extracting(CaseResult::line)
        .containsExactly(
            "m/test_data_set_0\terror\tno result after 3 s", "m/test_data_set_1\tpass\t");
    assertThat(opened).hasValue(2);
  }

  private static void awaitUninterruptibly(CountDownLatch latch) {
    boolean isDone = false;
    while (!isDone) {
      try {
        latch.await();
        isDone = true;
      } catch (InterruptedException e) {
        // a loop in a kernel would not stop either
      }
    }
  }

  @Test
  void damagedAndSurplusFilesAreErrors() throws Exception {
    set(0, 1, 2);
    set(1, 1, 2);
    set(2, 1, 2);
    set(3, 1, 2);
    Files.write(folder.resolve("test_data_set_0/output_0.pb"), new byte[] {1, 2, 3, 4});
    write(folder.resolve("test_data_set_1/input_1.pb"), 1);
    Files.delete(folder.resolve("test_data_set_2/output_0.pb"));
    assertThat(run(file -> misbehaving(() -> {}), LIMIT))
        .satisfiesExactly(
            result -> assertThat(result.status()).isEqualTo(CaseResult.Status.ERROR),
            result ->
                assertThat(result.detail())
                    .isEqualTo("input_1.pb has no counterpart: the model has 1"),
            result ->
                assertThat(result.detail()).isEqualTo("nothing to compare with: no output_0.pb"),
            result -> assertThat(result.status()).isEqualTo(CaseResult.Status.PASS));
  }

  @Test
  void aDamagedToleranceFileFailsItsCases() throws Exception {
    set(0, 1, 2);
    Files.writeString(root.resolve("models.tsv"), "model\trtol\nm\tfew\n");
    assertThat(run(file -> misbehaving(() -> {}), LIMIT))
        .singleElement()
        .satisfies(
            result -> assertThat(result.detail()).contains("models.tsv, line 2"),
            result -> assertThat(result.status()).isEqualTo(CaseResult.Status.ERROR));
  }
}
