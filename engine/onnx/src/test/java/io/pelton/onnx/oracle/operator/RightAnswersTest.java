package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.INT32;
import static io.pelton.onnx.TestModel.INT64;
import static io.pelton.onnx.TestModel.STRING;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What nodes give about which ONNX Runtime can't be asked, since it errs there, or dies. */
class RightAnswersTest {
  private static final Backend CPU = Backend.named("cpu", RightAnswersTest.class.getClassLoader());

  private static Map<String, Value> run(TestModel model, Map<String, Tensor> inputs) {
    try (CompiledGraph compiled =
            CompiledGraph.compile(model.load().graph(), CompileOptions.on(CPU));
        ExecutableGraph executable = compiled.newExecutable()) {
      return executable.run(inputs);
    }
  }

  private static Tensor only(TestModel model, Map<String, Tensor> inputs) {
    return (Tensor) run(model, inputs).get("y");
  }

  private static Tensor texts(String... texts) {
    return Tensor.of(texts, texts.length);
  }

  @Test
  void wholeRowsOfTextsAreGathered() {
    TestModel model =
        TestModel.onnx(13)
            .input("x", STRING, 3, 2)
            .input("i", INT64, 2)
            .node("Gather", "x,i", "y")
            .output("y");
    Tensor x = Tensor.of(new String[] {"a", "b", "c", "d", "e", "f"}, 3, 2);
    Tensor rows = only(model, Map.of("x", x, "i", ShapeDraws.list(2, 0)));
    assertThat(rows.dims()).containsExactly(2, 2);
    assertThat(rows.toStrings()).containsExactly("e", "f", "a", "b");
  }

  @Test
  void numbersWithoutAxesHaveNoIndices() {
    TestModel model = TestModel.onnx(13).input("x", FLOAT).node("NonZero", "x", "y").output("y");
    assertThat(only(model, Map.of("x", Tensor.of(new float[] {3}))).dims()).containsExactly(0, 1);
    assertThat(only(model, Map.of("x", Tensor.of(new float[1]))).dims()).containsExactly(0, 0);
  }

  @Test
  void emptyTextsAreZero() {
    TestModel model =
        TestModel.onnx(13).input("x", STRING, "N").node("NonZero", "x", "y").output("y");
    Tensor places = only(model, Map.of("x", texts("", "a", "", " ")));
    assertThat(places.toLongs()).containsExactly(1, 3);
  }

  @Test
  void sequencesWithoutLengthStayAsTheyAre() {
    TestModel model =
        TestModel.onnx(10)
            .input("x", FLOAT, 3, 2)
            .input("n", INT64, 2)
            .node("ReverseSequence", "x,n", "y")
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6}, 3, 2);
    Tensor reversed = only(model, Map.of("x", x, "n", ShapeDraws.list(0, 3)));
    assertThat(reversed.toFloats()).containsExactly(1, 6, 3, 4, 5, 2);
  }

  @Test
  void anyWhitespaceSplitsTexts() {
    TestModel model = TestModel.onnx(20).input("x", STRING, "N").node("StringSplit", "x", "y,n");
    Map<String, Value> split =
        run(model.output("y").output("n"), Map.of("x", texts(" a\tb\n c ", "", "d")));
    assertThat(((Tensor) split.get("n")).toLongs()).containsExactly(3, 0, 1);
    assertThat(((Tensor) split.get("y")).toStrings())
        .containsExactly("a", "b", "c", "", "", "", "d", "", "");
  }

  @Test
  void emptyTextsWithoutDelimiterAreOneSubstring() {
    TestModel model =
        TestModel.onnx(20)
            .input("x", STRING, "N")
            .node("StringSplit", "x", "y,n", text("delimiter", ","));
    Map<String, Value> split = run(model.output("y").output("n"), Map.of("x", texts("", ",", "a")));
    assertThat(((Tensor) split.get("n")).toLongs()).containsExactly(1, 2, 1);
  }

  @Test
  void cachesMayHoldTexts() {
    TestModel model =
        TestModel.onnx(24)
            .input("x", STRING, 1, 3, 1)
            .input("u", STRING, 1, 2, 1)
            .input("i", INT64, 1)
            .node("TensorScatter", "x,u,i", "y", text("mode", "circular"))
            .output("y");
    Tensor cache =
        only(
            model,
            Map.of(
                "x", Tensor.of(new String[] {"a", "b", "c"}, 1, 3, 1),
                "u", Tensor.of(new String[] {"d", "e"}, 1, 2, 1),
                "i", ShapeDraws.list(2)));
    assertThat(cache.toStrings()).containsExactly("e", "b", "d");
  }

  @Test
  void targetsOfCropsMayBeInt32() {
    TestModel model =
        TestModel.onnx(18)
            .input("x", FLOAT, "N")
            .input("n", INT32, 1)
            .node("CenterCropPad", "x,n", "y")
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2, 3}, 3);
    Tensor cropped = only(model, Map.of("x", x, "n", PartDraws.numbers(DType.I32, 1)));
    assertThat(cropped.toFloats()).containsExactly(2);
    Tensor padded = only(model, Map.of("x", x, "n", PartDraws.numbers(DType.I32, 6)));
    assertThat(padded.toFloats()).containsExactly(0, 1, 2, 3, 0, 0);
  }

  @Test
  void blocksOfImagesOfAnySize() {
    TestModel model =
        TestModel.onnx(13)
            .input("x", FLOAT, "N", 4, "H", "W")
            .node("DepthToSpace", "x", "z", integer("blocksize", 2))
            .node("SpaceToDepth", "z", "y", integer("blocksize", 2))
            .output("z")
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4, 5, 6, 7, 8}, 1, 4, 1, 2);
    Map<String, Value> both = run(model, Map.of("x", x));
    assertThat(((Tensor) both.get("z")).dims()).containsExactly(1, 1, 2, 4);
    assertThat(((Tensor) both.get("z")).toFloats()).containsExactly(1, 3, 2, 4, 5, 7, 6, 8);
    assertThat(((Tensor) both.get("y")).toFloats()).containsExactly(x.toFloats());
  }

  /** Runs three times whatever the body says, and collects texts. */
  @Test
  void loopsWithoutFirstConditionRunToTheirEnd() {
    Body body = new Body("body");
    body.scalar(DType.I64);
    body.scalar(DType.BOOL);
    String state = body.input();
    body.output(body.constant(Values.longs(DType.BOOL, () -> 0)));
    body.output(state);
    body.output(state);
    TestModel model =
        TestModel.onnx(13)
            .input("n", INT64)
            .input("x", STRING, 2)
            .node("Loop", "n,,x", "z,y", body.attribute())
            .output("y");
    Tensor collected = only(model, Map.of("n", Tensor.of(new long[] {3}), "x", texts("a", "b")));
    assertThat(collected.dims()).containsExactly(3, 2);
    assertThat(List.of(collected.toStrings())).containsExactly("a", "b", "a", "b", "a", "b");
  }

  @Test
  void loopsThatDoNotStartCollectNothingOfKnownRank() {
    Body body = new Body("body");
    body.scalar(DType.I64);
    String goesOn = body.scalar(DType.BOOL);
    String state = body.input();
    body.output(goesOn);
    body.output(state);
    body.output(state);
    TestModel model =
        TestModel.onnx(13)
            .input("c", BOOL)
            .input("x", FLOAT, 2)
            .node("Loop", ",c,x", "z,y", body.attribute())
            .output("y");
    Tensor collected =
        only(
            model, Map.of("c", Values.longs(DType.BOOL, () -> 0), "x", Tensor.of(new float[2], 2)));
    assertThat(collected.dims()).hasSize(2);
    assertThat(collected.dims()[0]).isZero();
  }
}
