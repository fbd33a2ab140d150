package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.text;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestAttributes;
import io.pelton.onnx.TestModel;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Operators that move elements move texts, too. */
class TextTensorsTest {
  /** What of the operands is known before they come. */
  private enum Known {
    ALL,
    /** Not how many rows there are. */
    NUMBERS,
    /** Nor the numbers beside the texts. */
    TYPES
  }

  private static final Tensor TEXTS = texts("a b c d e f", 2, 3);

  private static Tensor texts(String separated, long... dims) {
    return Tensor.of(separated.split(" ", -1), dims);
  }

  private static Tensor longs(long... numbers) {
    return Tensor.of(numbers, numbers.length);
  }

  private static Tensor flags(int... numbers) {
    byte[] flags = new byte[numbers.length];
    for (int i = 0; i < flags.length; i++) {
      flags[i] = (byte) numbers[i];
    }
    return Tensor.wrap(DType.BOOL, flags, flags.length);
  }

  private static Arguments of(String op, String expected, Tensor x, Object... more) {
    List<Tensor> operands =
        Stream.concat(Stream.of(x), Stream.of(more).filter(Tensor.class::isInstance))
            .map(Tensor.class::cast)
            .toList();
    AttributeProto[] attributes =
        Stream.of(more).filter(AttributeProto.class::isInstance).toArray(AttributeProto[]::new);
    return Arguments.of(op, expected, operands, attributes);
  }

  static Stream<Arguments> moving() {
    Tensor image = texts("a b c d", 1, 1, 2, 2);
    Tensor channels = texts("a b c d", 1, 4, 1, 1);
    return Stream.of(
        of("Identity", "a b c d e f", TEXTS),
        of("Transpose", "a d b e c f", TEXTS),
        of("Reshape", "a b c d e f", TEXTS, longs(3, 2)),
        of("Flatten", "a b c d e f", TEXTS),
        of("Squeeze", "a b c", texts("a b c", 3, 1), longs(1)),
        of("Unsqueeze", "a b c d e f", TEXTS, longs(1)),
        of("Expand", "a b c a b c", texts("a b c", 1, 3), longs(2, 3)),
        of("Tile", "a b c a b c", texts("a b c", 1, 3), longs(2, 1)),
        of("Slice", "c a f d", TEXTS, longs(2), longs(-100), longs(1), longs(-2)),
        of("Concat", "a b c d e f z z z", TEXTS, texts("z z z", 1, 3), integer("axis", 0)),
        of("Concat", "a b c u d e f v", TEXTS, texts("u v", 2, 1), integer("axis", 1)),
        of("Split", "a d", TEXTS, longs(1, 2), integer("axis", 1)),
        of("Gather", "c a f d", TEXTS, longs(2, 0), integer("axis", 1)),
        of("GatherElements", "d e f", TEXTS, Tensor.of(new long[] {1, -1, 1}, 1, 3)),
        of("GatherND", "f a", TEXTS, Tensor.of(new long[] {1, 2, 0, 0}, 2, 2)),
        of("Compress", "d e f", TEXTS, flags(0, 1), integer("axis", 0)),
        of("Compress", "b d", TEXTS, flags(0, 1, 0, 1)),
        of(
            "ScatterElements",
            "a z c d e f",
            TEXTS,
            Tensor.of(new long[] {1}, 1, 1),
            texts("z", 1, 1),
            integer("axis", 1)),
        of(
            "ScatterND",
            "a b c u v w",
            TEXTS,
            Tensor.of(new long[] {1}, 1, 1),
            texts("u v w", 1, 3)),
        of("Pad", "z a b c z z d e f z", TEXTS, longs(0, 1, 0, 1), texts("z")),
        of("Pad", "b a b c b e d e f e", TEXTS, longs(0, 1, 0, 1), text("mode", "reflect")),
        of("Pad", "a a b c c d d e f f", TEXTS, longs(0, 1, 0, 1), text("mode", "edge")),
        of("Pad", "c a b c a f d e f d", TEXTS, longs(0, 1, 0, 1), text("mode", "wrap")),
        of("Pad", " a b c  d e f", TEXTS, longs(0, 1, 0, 0)),
        of("CenterCropPad", "b e", TEXTS, longs(2, 1)),
        of("CenterCropPad", "a b c  d e f ", TEXTS, longs(2, 4)),
        of("DepthToSpace", "a b c d", channels, integer("blocksize", 2)),
        of("SpaceToDepth", "a b c d", image, integer("blocksize", 2)),
        of("ReverseSequence", "d e c a b f", TEXTS, longs(2, 2, 1)),
        of("Trilu", "a b c  e f", TEXTS),
        of("Resize", "a b a b c d c d", image, none(), none(), longs(1, 1, 4, 2), NEAREST),
        of("Upsample", "a b a b c d c d", image, floats(1, 1, 2, 1)),
        of("TensorScatter", "u b c v e f", texts("a b c d e f", 2, 3, 1), texts("u v", 2, 1, 1)),
        of("ArrayFeatureExtractor", "c a f d", TEXTS, longs(2, 0)));
  }

  private static final AttributeProto NEAREST = text("mode", "nearest");

  private static Tensor none() {
    return Tensor.of(new float[0], 0);
  }

  private static Tensor floats(float... numbers) {
    return Tensor.of(numbers, numbers.length);
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("moving")
  void elementsAreMoved(
      String op, String expected, List<Tensor> operands, AttributeProto... attributes) {
    for (Known known : Known.values()) {
      assertThat(run(op, known, operands, attributes).toStrings())
          .as("%s", known)
          .containsExactly(expected.split(" ", -1));
    }
  }

  private static Tensor run(
      String op, Known known, List<Tensor> operands, AttributeProto... attributes) {
    boolean isMl = op.equals("ArrayFeatureExtractor");
    TestModel model = isMl ? TestModel.ml(1) : TestModel.onnx(op.equals("Upsample") ? 9 : 24);
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    StringBuilder names = new StringBuilder();
    for (int i = 0; i < operands.size(); i++) {
      Tensor operand = operands.get(i);
      String name = "i" + i;
      names.append(i == 0 ? "" : ",");
      if (operand.dtype() == DType.F32 && operand.layout().elements() == 0) {
        continue;
      }
      names.append(name);
      if (operand.dtype() == DType.STRING || operand.dtype() == DType.BOOL) {
        Object[] dims = new Object[operand.dims().length];
        for (int axis = 0; axis < dims.length; axis++) {
          boolean isOpen = known != Known.ALL && axis == 0;
          dims[axis] = isOpen ? "N" + i : (Object) operand.dims()[axis];
        }
        boolean isText = operand.dtype() == DType.STRING;
        model.input(name, isText ? TestModel.STRING : TestModel.BOOL, dims);
        inputs.put(name, operand);
      } else if (operand.dtype() == DType.I64 && known == Known.TYPES) {
        Object[] dims = LongStream.of(operand.dims()).boxed().toArray();
        model.input(name, TestModel.INT64, dims);
        inputs.put(name, operand);
      } else if (operand.dtype() == DType.F32) {
        model.initializer(name, operand.toFloats(), operand.dims());
      } else {
        model.initializer(name, operand.toLongs(), operand.dims());
      }
    }
    model.node(op, names.toString(), op.equals("Split") ? "y,z" : "y", attributes).output("y");
    Value y = Answers.of(model, inputs).get("y");
    return (Tensor) y;
  }

  private static TestModel of(long opset, Object... dims) {
    return TestModel.onnx(opset).input("x", TestModel.STRING, dims);
  }

  private static TestModel pair(long opset, String operands, String op, String outputs) {
    TestModel model =
        of(opset, "N", 3)
            .input("t", TestModel.STRING, 3)
            .input("c", TestModel.BOOL, "N", 1)
            .node(op, operands, outputs);
    Stream.of(outputs.split(",", -1)).filter(name -> !name.isEmpty()).forEach(model::output);
    return model;
  }

  private static Map<String, Tensor> pair(String t) {
    Tensor choice = Tensor.wrap(DType.BOOL, new byte[] {1, 0}, 2, 1);
    return Map.of("x", TEXTS, "t", texts(t, 3), "c", choice);
  }

  @Test
  void textsAreComparedAndChosen() {
    assertThat(Answers.tensor(pair(19, "x,t", "Equal", "y"), pair("a e f")).toLongs())
        .containsExactly(1, 0, 0, 0, 1, 1);
    assertThat(Answers.tensor(pair(16, "c,x,t", "Where", "y"), pair("u v w")).toStrings())
        .containsExactly("a", "b", "c", "u", "v", "w");
  }

  @Test
  void whatIsNotEmptyIsNotZero() {
    Tensor x = Tensor.of(new String[] {"a", "", "0"}, 1, 3);
    TestModel model = of(13, "N", 3).node("NonZero", "x", "y").output("y");
    assertThat(Answers.tensor(model, Map.of("x", x)).toLongs()).containsExactly(0, 0, 0, 2);
  }

  @Test
  void textsAreCounted() {
    TestModel model =
        of(13, "N", 3).node("Shape", "x", "y").node("Size", "x", "s").output("y").output("s");
    Map<String, Value> answer = Answers.of(model, Map.of("x", TEXTS));
    assertThat(((Tensor) answer.get("y")).toLongs()).containsExactly(2, 3);
    assertThat(((Tensor) answer.get("s")).toLongs()).containsExactly(6);
  }

  @Test
  void textsAreSwitchedOnAndOff() {
    TestModel model =
        TestModel.onnx(11)
            .input("x", TestModel.INT64, "N")
            .input("values", TestModel.STRING, 2)
            .initializer("depth", new long[] {2})
            .node("OneHot", "x,depth,values", "y")
            .output("y");
    Map<String, Tensor> inputs = Map.of("x", longs(1, 0, 5), "values", texts("off on", 2));
    assertThat(Answers.tensor(model, inputs).toStrings())
        .containsExactly("off", "on", "on", "off", "off", "off");
  }

  @Test
  void equalTextsAreOne() {
    TestModel model =
        of(11, "N")
            .node("Unique", "x", "y,first,place,count")
            .output("y")
            .output("first")
            .output("place")
            .output("count");
    Map<String, Value> answer = Answers.of(model, Map.of("x", texts("b a b \u00e4", 4)));
    assertThat(((Tensor) answer.get("y")).toStrings()).containsExactly("a", "b", "\u00e4");
    assertThat(((Tensor) answer.get("first")).toLongs()).containsExactly(1, 0, 3);
    assertThat(((Tensor) answer.get("place")).toLongs()).containsExactly(1, 0, 1, 2);
    assertThat(((Tensor) answer.get("count")).toLongs()).containsExactly(1, 2, 1);
  }

  @Test
  void numbersBecomeTextsLikeOthers() {
    TestModel model =
        TestModel.onnx(15)
            .input("x", TestModel.FLOAT, "N")
            .input("like", TestModel.STRING, 1)
            .node("CastLike", "x,like", "t")
            .node("RandomUniformLike", "like", "r", integer("dtype", TestModel.FLOAT))
            .node("Constant", "", "k", TestAttributes.texts("value_strings", "p", "q"))
            .node("Concat", "t,k", "y", integer("axis", 0))
            .output("y")
            .output("r");
    Map<String, Value> answer =
        Answers.of(model, Map.of("x", Tensor.of(new float[] {1, 2.5f}, 2), "like", texts("z", 1)));
    assertThat(((Tensor) answer.get("y")).toStrings()).containsExactly("1", "2.5", "p", "q");
    assertThat(((Tensor) answer.get("r")).dims()).containsExactly(1);
  }

  @Test
  void thereMayBeNoTexts() {
    TestModel model =
        of(13, "N", 3)
            .node("Transpose", "x", "t")
            .node("Concat", "t,t", "y", integer("axis", 0))
            .output("y");
    Tensor y = Answers.tensor(model, Map.of("x", Tensor.of(new String[0], 0, 3)));
    assertThat(y.dims()).containsExactly(6, 0);
  }
}
