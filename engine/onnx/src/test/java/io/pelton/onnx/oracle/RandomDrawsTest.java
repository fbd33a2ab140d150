package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT32;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.executable.RandomNumbers;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.RngOptions;
import io.pelton.engine.kernel.RngOptions.Generator;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The generator {@code ONNX_RUNTIME} draws what ONNX Runtime draws in the first run of a session,
 * from the same seed attribute.
 */
class RandomDrawsTest {
  private static final int DRAWS = 20_000;

  /** The peer is asked with a batch of something. */
  private static final Map<String, Tensor> INPUT = Map.of("x", Tensor.of(new float[1], 1));

  private static Peer peer;

  @BeforeAll
  static void startPeer() {
    assumeTrue(
        System.getProperty("os.name").equals("Linux"),
        "elsewhere ONNX Runtime draws another standard library's numbers");
    peer = new Peer();
  }

  @AfterAll
  static void stopPeer() {
    if (peer != null) {
      peer.close();
    }
  }

  private static TestModel withInput() {
    return TestModel.onnx(15).input("x", FLOAT, "N").node("Identity", "x", "z").output("z");
  }

  @ParameterizedTest
  @CsvSource({
    "1,0",
    "1,1",
    "1,7.75",
    "1,16777216",
    "1,2147483648",
    "1,-3",
    "11,0",
    "11,42",
    "11,4000000000"
  })
  void uniformDrawsHaveTheSameBits(int type, float seed) {
    TestModel model =
        withInput()
            .node(
                "RandomUniform",
                "",
                "y",
                integer("dtype", type),
                number("low", -1.5f),
                number("high", 2.25f),
                number("seed", seed),
                integers("shape", DRAWS))
            .output("y");
    checkSame(model, INPUT);
  }

  @ParameterizedTest
  @CsvSource({"1,0", "1,3", "11,0", "11,3"})
  void normalDrawsDifferByTheLogarithmsLastBitAtMost(int type, float seed) {
    TestModel model =
        withInput()
            .node(
                "RandomNormal",
                "",
                "y",
                integer("dtype", type),
                number("scale", 2),
                number("seed", seed),
                integers("shape", DRAWS))
            .output("y");
    double[] ours = ours(model, INPUT).get("y").toDoubles();
    double[] theirs = theirs(model, INPUT).get("y").toDoubles();
    int equal = 0;
    for (int i = 0; i < DRAWS; i++) {
      double ulp = type == FLOAT ? Math.ulp((float) theirs[i]) : Math.ulp(theirs[i]);
      assertThat(Math.abs(ours[i] - theirs[i])).as("draw %d", i).isLessThanOrEqualTo(4 * ulp);
      equal += ours[i] == theirs[i] ? 1 : 0;
    }
    assertThat(equal).isGreaterThan(type == FLOAT ? DRAWS * 99 / 100 : DRAWS * 95 / 100);
  }

  @ParameterizedTest
  @CsvSource({"RandomUniformLike,1", "RandomUniformLike,11"})
  void drawsAreShapedLikeAnInput(String op, int type) {
    TestModel model =
        TestModel.onnx(15)
            .input("x", INT64, "N", 5)
            .node(op, "x", "y", integer("dtype", type), number("seed", 11))
            .output("y");
    checkSame(model, Map.of("x", Tensor.of(new long[15], 3, 5)));
  }

  @ParameterizedTest
  @ValueSource(ints = {INT32, INT64})
  void theSameClassesArePicked(int type) {
    TestModel model =
        TestModel.onnx(15)
            .input("x", FLOAT, "N", 50)
            .node(
                "Multinomial",
                "x",
                "y",
                integer("dtype", type),
                integer("sample_size", 1500),
                number("seed", 5))
            .output("y");
    float[] logarithms = numbers(200);
    logarithms[7] = Float.NEGATIVE_INFINITY;
    checkSame(model, Map.of("x", Tensor.of(logarithms, 4, 50)));
  }

  @ParameterizedTest
  @CsvSource({"1,0", "1,9", "11,9", "1,-5"})
  void theSameElementsAreDropped(int type, long seed) {
    TestModel model =
        TestModel.onnx(13)
            .input("x", type, "N", 100)
            .initializer("ratio", new float[] {0.3f})
            .initializer(TestModel.tensor("trains", BOOL).addInt32Data(1).build())
            .node("Dropout", "x,ratio,trains", "y,mask", integer("seed", seed))
            .node("Cast", "mask", "kept", integer("to", INT64))
            .output("y")
            .output("kept");
    float[] data = numbers(1000);
    data[3] = Float.POSITIVE_INFINITY;
    Tensor x = Tensor.of(data, 10, 100);
    checkSame(model, Map.of("x", type == DOUBLE ? Tensor.of(x.toDoubles(), 10, 100) : x));
  }

  /** There, 1 is drawn where a draw is greater than the probability. */
  @Test
  void bernoulliComparesTheSameDrawsTheOtherWay() {
    TestModel model =
        TestModel.onnx(15)
            .input("x", FLOAT, "N", 100)
            .node("Bernoulli", "x", "y", number("seed", 5))
            .output("y");
    Tensor x = Tensor.of(probabilities(), 10, 100);
    float[] ours = ours(model, Map.of("x", x)).get("y").toFloats();
    float[] theirs = theirs(model, Map.of("x", x)).get("y").toFloats();
    for (int i = 0; i < ours.length; i++) {
      assertThat(ours[i]).as("element %d", i).isEqualTo(1 - theirs[i]);
    }
  }

  private static float[] probabilities() {
    Random random = new Random(1);
    float[] values = new float[1000];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat();
    }
    return values;
  }

  private static float[] numbers(int count) {
    Random random = new Random(count);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * 4 - 2;
    }
    return values;
  }

  private static void checkSame(TestModel model, Map<String, Tensor> inputs) {
    Map<String, Tensor> ours = ours(model, inputs);
    theirs(model, inputs)
        .forEach((name, value) -> assertThat(Flat.of(ours.get(name))).isEqualTo(Flat.of(value)));
  }

  private static Map<String, Tensor> ours(TestModel model, Map<String, Tensor> inputs) {
    CompileOptions options =
        CompileOptions.on(Backend.best(RandomDrawsTest.class.getClassLoader()));
    try (CompiledGraph compiled = CompiledGraph.compile(model.load().graph(), options);
        ExecutableGraph executable = compiled.newExecutable()) {
      executable
          .capability(RandomNumbers.class)
          .orElseThrow()
          .set(new RngOptions(99, Generator.ONNX_RUNTIME));
      return tensors(executable.run(inputs));
    }
  }

  private static Map<String, Tensor> theirs(TestModel model, Map<String, Tensor> inputs) {
    GeneratedCase made = new GeneratedCase("random draws", 0, model.proto(), List.of(inputs));
    Answer answer = peer.ask(made).get(0);
    assertThat(answer).isInstanceOf(Answer.Outputs.class);
    return tensors(((Answer.Outputs) answer).values());
  }

  private static Map<String, Tensor> tensors(Map<String, Value> values) {
    Map<String, Tensor> tensors = new LinkedHashMap<>();
    values.forEach((name, value) -> tensors.put(name, (Tensor) value));
    return tensors;
  }
}
