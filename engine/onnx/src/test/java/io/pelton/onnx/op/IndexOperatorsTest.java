package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static io.pelton.onnx.TestModel.INT64;
import static io.pelton.onnx.TestModel.STRING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidValue;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Operators that read, write and find elements by indices, and lengths that are computed. */
class IndexOperatorsTest {
  private static final Backend CPU =
      Backend.named("cpu", IndexOperatorsTest.class.getClassLoader());

  private static Tensor run(TestModel model, Map<String, Tensor> inputs) {
    CompiledGraph compiled = CompiledGraph.compile(model.load().graph(), CompileOptions.on(CPU));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      executable.run(inputs);
      // again, since plans that were made for computed lengths are kept
      return (Tensor) executable.run(inputs).get("y");
    }
  }

  private static Tensor longs(long... numbers) {
    return Tensor.of(numbers, numbers.length);
  }

  private static Tensor number(long number) {
    return Tensor.of(new long[] {number});
  }

  private static TestModel scatter(long opset, String reduction) {
    return TestModel.onnx(opset)
        .input("x", FLOAT, "N", 3)
        .input("i", INT64, "N", 2)
        .input("u", FLOAT, "N", 2)
        .node("ScatterElements", "x,i,u", "y", integer("axis", 1), text("reduction", reduction))
        .output("y");
  }

  @Test
  void reductionsCameOneByOne() {
    assertThatThrownBy(() -> scatter(16, "max").load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("'reduction' is 'max', which opset 16 doesn't have");
    assertThatThrownBy(() -> scatter(11, "add").load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("attribute 'reduction' does not exist");
    assertThatThrownBy(() -> scatter(18, "xor").load()).isInstanceOf(InvalidNode.class);
    assertThat(scatter(18, "max").type()).hasToString("F32[N,3]");
  }

  @Test
  void updatesOfOnePlaceCountInOrder() {
    Map<String, Tensor> inputs =
        Map.of(
            "x", Tensor.of(new float[] {1, 2, 3}, 1, 3),
            "i", Tensor.of(new long[] {-1, 2}, 1, 2),
            "u", Tensor.of(new float[] {5, 4}, 1, 2));
    assertThat(run(scatter(18, "none"), inputs).toFloats()).containsExactly(1, 2, 4);
    assertThat(run(scatter(18, "add"), inputs).toFloats()).containsExactly(1, 2, 12);
    assertThat(run(scatter(18, "max"), inputs).toFloats()).containsExactly(1, 2, 5);
  }

  @Test
  void indicesOutOfRangeAreRefusedByNodeAndRow() {
    Map<String, Tensor> inputs =
        Map.of(
            "x", Tensor.of(new float[6], 2, 3),
            "i", Tensor.of(new long[] {0, 1, 2, 3}, 2, 2),
            "u", Tensor.of(new float[4], 2, 2));
    assertThatThrownBy(() -> run(scatter(18, "none"), inputs))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("Node 'n0'")
        .hasMessageContaining("row 1")
        .hasMessageContaining("index 3 is outside of [-3, 2]");
  }

  @Test
  void compressTakesWhatIsTrue() {
    TestModel flat =
        TestModel.onnx(11)
            .input("x", STRING, 2, 2)
            .input("c", BOOL, "K")
            .node("Compress", "x,c", "y")
            .output("y");
    Tensor x = Tensor.of(new String[] {"a", "b", "c", "d"}, 2, 2);
    Tensor condition = Tensor.wrap(DType.BOOL, new byte[] {0, 1, 1}, 3);
    assertThat(run(flat, Map.of("x", x, "c", condition)).toStrings()).containsExactly("b", "c");
    Tensor none = Tensor.wrap(DType.BOOL, new byte[] {0, 0}, 2);
    assertThat(run(flat, Map.of("x", x, "c", none)).dims()).containsExactly(0);
  }

  @Test
  void uniqueStringsAreSortedOrInOrder() {
    Map<String, Tensor> inputs = Map.of("x", Tensor.of(new String[] {"b", "a", "b", ""}, 4));
    assertThat(run(unique(true), inputs).toStrings()).containsExactly("", "a", "b");
    assertThat(run(unique(false), inputs).toStrings()).containsExactly("b", "a", "");
  }

  private static TestModel unique(boolean sorted) {
    return TestModel.onnx(11)
        .single("Unique", STRING, List.of("N"), integer("sorted", sorted ? 1 : 0));
  }

  private static TestModel range(int type) {
    return TestModel.onnx(11)
        .input("a", type)
        .input("b", type)
        .input("c", type)
        .node("Range", "a,b,c", "y")
        .output("y");
  }

  @Test
  void rangesMayBeComputed() {
    assertThat(run(range(INT64), range(10, 3, -3)).toLongs()).containsExactly(10, 7, 4);
    assertThat(run(range(INT64), range(1, 7, 2)).toLongs()).containsExactly(1, 3, 5);
    assertThat(run(range(INT64), range(1, 8, 2)).toLongs()).containsExactly(1, 3, 5, 7);
    assertThat(run(range(INT64), range(1, 7, -2)).toLongs()).isEmpty();
    assertThat(run(range(INT64), range(5, 1, 3)).toLongs()).isEmpty();
    assertThatThrownBy(() -> run(range(INT64), range(0, 1L << 40, 1)))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("is outside of [0, 16777216]");
    Map<String, Tensor> halves =
        Map.of(
            "a", Tensor.of(new double[] {1}),
            "b", Tensor.of(new double[] {2.25}),
            "c", Tensor.of(new double[] {0.5}));
    assertThat(run(range(DOUBLE), halves).toDoubles()).containsExactly(1, 1.5, 2);
  }

  private static Map<String, Tensor> range(long start, long limit, long delta) {
    return Map.of("a", number(start), "b", number(limit), "c", number(delta));
  }

  @Test
  void lengthsMayBeComputed() {
    TestModel tile =
        TestModel.onnx(13)
            .input("x", FLOAT, 1, 2)
            .input("r", INT64, 2)
            .node("Tile", "x,r", "y")
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2}, 1, 2);
    assertThat(run(tile, Map.of("x", x, "r", longs(2, 2))).toFloats())
        .containsExactly(1, 2, 1, 2, 1, 2, 1, 2);
    assertThat(run(tile, Map.of("x", x, "r", longs(2, 0))).dims()).containsExactly(2, 0);
    TestModel hot =
        TestModel.onnx(11)
            .input("x", INT64, "N")
            .input("d", FLOAT)
            .initializer("v", new float[] {0, 1}, 2)
            .node("OneHot", "x,d,v", "y")
            .output("y");
    Tensor depth = Tensor.of(new float[] {2});
    assertThat(run(hot, Map.of("x", longs(1, -2, 2), "d", depth)).toFloats())
        .containsExactly(0, 1, 1, 0, 0, 0);
  }

  @Test
  void partsHaveToSumUpWhenTheyAreComputed() {
    TestModel split =
        TestModel.onnx(13)
            .input("x", FLOAT, 3)
            .input("s", INT64, 2)
            .node("Split", "x,s", "a,y")
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2, 3}, 3);
    assertThat(run(split, Map.of("x", x, "s", longs(1, 2))).toFloats()).containsExactly(2, 3);
    assertThatThrownBy(() -> run(split, Map.of("x", x, "s", longs(1, 1))))
        .isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> run(split, Map.of("x", x, "s", longs(4, -1))))
        .isInstanceOf(InvalidValue.class);
  }

  @Test
  void padsMayBeComputed() {
    assertThat(padded("constant", 1, 1)).containsExactly(0, 1, 2, 3, 0);
    assertThat(padded("edge", 2, 0)).containsExactly(1, 1, 1, 2, 3);
    assertThat(padded("reflect", 2, 2)).containsExactly(3, 2, 1, 2, 3, 2, 1);
    assertThat(padded("constant", -1, 1)).containsExactly(2, 3, 0);
  }

  private static float[] padded(String mode, long before, long after) {
    TestModel pad =
        TestModel.onnx(18)
            .input("x", FLOAT, 1, 3)
            .input("p", INT64, 2)
            .input("a", INT64, 1)
            .node("Pad", "x,p,,a", "y", text("mode", mode))
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2, 3}, 1, 3);
    return run(pad, Map.of("x", x, "p", longs(before, after), "a", longs(-1))).toFloats();
  }

  @Test
  void ignoredTargetsCountForNothing() {
    TestModel loss =
        TestModel.onnx(13)
            .input("x", FLOAT, "N", 2)
            .input("t", INT64, "N")
            .node("NegativeLogLikelihoodLoss", "x,t", "y", integer("ignore_index", -7))
            .output("y");
    Tensor x = Tensor.of(new float[] {-1, -2, -3, -4, Float.NEGATIVE_INFINITY, 0}, 3, 2);
    assertThat(run(loss, Map.of("x", x, "t", longs(1, 0, -7))).toFloats()).containsExactly(2.5f);
    assertThatThrownBy(() -> run(loss, Map.of("x", x, "t", longs(1, 2, 0))))
        .isInstanceOf(InvalidValue.class)
        .hasMessageContaining("index 2 is outside of [-2, 1]");
  }

  @Test
  void lossesOfHalfPrecisionKeepTheirType() {
    TestModel loss =
        TestModel.onnx(13)
            .input("x", FLOAT16, "N", 2)
            .input("t", INT64, "N")
            .node("SoftmaxCrossEntropyLoss", "x,t", "y,p", text("reduction", "none"))
            .output("y");
    assertThat(loss.type()).hasToString("F16[N]");
  }

  @Test
  void cropsKeepTheMiddle() {
    TestModel crop =
        TestModel.onnx(18)
            .input("x", FLOAT, "N", 4)
            .input("s", INT64, 1)
            .node("CenterCropPad", "x,s", "y", integers("axes", -1))
            .output("y");
    Tensor x = Tensor.of(new float[] {1, 2, 3, 4}, 1, 4);
    assertThat(run(crop, Map.of("x", x, "s", longs(1))).toFloats()).containsExactly(2);
    assertThat(run(crop, Map.of("x", x, "s", longs(7))).toFloats())
        .containsExactly(0, 1, 2, 3, 4, 0, 0);
  }
}
