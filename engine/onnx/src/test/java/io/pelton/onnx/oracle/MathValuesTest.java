package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import io.pelton.onnx.TestModel;
import io.pelton.onnx.proto.ElementTypes;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Right answers of arithmetic where ONNX Runtime's can't be taken. */
class MathValuesTest {
  private static final double INFINITY = Double.POSITIVE_INFINITY;

  /** One node on fed operands. */
  private record Node(String op, long opset, List<Tensor> operands, AttributeProto... attributes) {
    Map<String, Value> outputs(String names) {
      TestModel model = TestModel.onnx(opset);
      Map<String, Tensor> inputs = new LinkedHashMap<>();
      List<String> list = new ArrayList<>();
      for (Tensor operand : operands) {
        String name = "x" + inputs.size();
        Object[] dims =
            IntStream.range(0, operand.dims().length)
                .mapToObj(axis -> (Object) (int) operand.dims()[axis])
                .toArray();
        model.input(name, code(operand.dtype()), dims);
        inputs.put(name, operand);
        list.add(name);
      }
      model.node(op, String.join(",", list), names, attributes);
      List.of(names.split(",", -1)).forEach(model::output);
      return Answers.of(model, inputs);
    }

    Tensor answer() {
      return (Tensor) outputs("y").get("y");
    }

    private static int code(DType dtype) {
      return IntStream.range(1, 32)
          .filter(code -> ElementTypes.of(code).filter(dtype::equals).isPresent())
          .findFirst()
          .orElseThrow();
    }
  }

  private static Node node(String op, long opset, Tensor x, AttributeProto... attributes) {
    return new Node(op, opset, List.of(x), attributes);
  }

  private static Tensor doubles(double... numbers) {
    return Tensor.of(numbers, numbers.length);
  }

  private static Tensor floats(float... numbers) {
    return Tensor.of(numbers, numbers.length);
  }

  @Test
  void remaindersOf64BitsAreExact() {
    Tensor unsigned = Tensor.wrap(DType.U64, new long[] {-2, -1}, 2);
    Tensor divisors = Tensor.wrap(DType.U64, new long[] {4, 10}, 2);
    for (int fmod : new int[] {0, 1}) {
      Node node = new Node("Mod", 13, List.of(unsigned, divisors), integer("fmod", fmod));
      assertThat(node.answer().toLongs()).containsExactly(2, 5);
    }
    Tensor signed = Tensor.of(new long[] {-((1L << 53) + 1), Long.MAX_VALUE}, 2);
    Tensor others = Tensor.of(new long[] {2, 10}, 2);
    Node node = new Node("Mod", 13, List.of(signed, others), integer("fmod", 1));
    assertThat(node.answer().toLongs()).containsExactly(-1, 7);
  }

  @Test
  void functionsOfNanAreNan() {
    assertThat(node("Erf", 13, floats(Float.NaN, 0)).answer().toDoubles())
        .containsExactly(Double.NaN, 0);
    Tensor halves = Answers.halves(new double[] {Double.NaN, -3, 0.25}, 3);
    assertThat(node("Sign", 13, halves).answer().toDoubles()).containsExactly(Double.NaN, -1, 1);
  }

  /** As IEEE 754 has them. */
  @Test
  void powersOfOneAreOne() {
    Tensor bases = floats(1, 1, -1, -1, Float.NaN);
    Tensor exponents = floats(Float.NaN, Float.NEGATIVE_INFINITY, Float.POSITIVE_INFINITY, 3, 0);
    Node node = new Node("Pow", 15, List.of(bases, exponents));
    assertThat(node.answer().toDoubles()).containsExactly(1, 1, 1, -1, 1);
  }

  @Test
  void slopesScaleInfinities() {
    Node node = new Node("PRelu", 16, List.of(doubles(-INFINITY, INFINITY), doubles(-1, -1)));
    assertThat(node.answer().toDoubles()).containsExactly(INFINITY, INFINITY);
  }

  @Test
  void slopesOfIntegers() {
    Tensor x = Tensor.of(new long[] {-3, 5, -4}, 3);
    Node node = new Node("PRelu", 16, List.of(x, Tensor.of(new long[] {2}, 1)));
    assertThat(node.answer().toLongs()).containsExactly(-6, 5, -8);
    Tensor unsigned = Tensor.wrap(DType.U32, new int[] {-1, 7}, 2);
    Tensor slope = Tensor.wrap(DType.U32, new int[] {2}, 1);
    assertThat(new Node("PRelu", 16, List.of(unsigned, slope)).answer().toLongs())
        .containsExactly(0xFFFFFFFFL, 7);
  }

  @ParameterizedTest
  @CsvSource({"7", "12", "20"})
  void choicesTakeNanAlongEveryAxis(long opset) {
    Tensor x = Tensor.of(new float[] {Float.NaN, 1, 2, 3}, 2, 2);
    for (String op : new String[] {"ReduceMax", "ReduceMin"}) {
      Tensor rows = reduced(op, opset, x, 1);
      Tensor columns = reduced(op, opset, x, 0);
      boolean isMax = op.equals("ReduceMax");
      assertThat(rows.toDoubles()).containsExactly(Double.NaN, isMax ? 3 : 2);
      assertThat(columns.toDoubles()).containsExactly(Double.NaN, isMax ? 3 : 1);
    }
  }

  private static Tensor reduced(String op, long opset, Tensor x, long axis) {
    AttributeProto drops = integer("keepdims", 0);
    return opset < 18
        ? node(op, opset, x, drops, integers("axes", axis)).answer()
        : new Node(op, opset, List.of(x, Tensor.of(new long[] {axis}, 1)), drops).answer();
  }

  @ParameterizedTest
  @CsvSource({
    "ReduceSum,0",
    "ReduceSumSquare,0",
    "ReduceL1,0",
    "ReduceL2,0",
    "ReduceProd,1",
    "ReduceLogSum,-Infinity",
    "ReduceLogSumExp,-Infinity",
    "ReduceMax,-Infinity",
    "ReduceMin,Infinity",
    "ReduceMean,NaN"
  })
  void whatIsEmptyIsReduced(String op, double expected) {
    for (long opset : new long[] {11, 18}) {
      Tensor reduced = reduced(op, opset, Tensor.of(new double[0], 2, 0), 1);
      assertThat(reduced.dims()).containsExactly(2);
      assertThat(reduced.toDoubles()).containsExactly(expected, expected);
    }
  }

  @Test
  void functionsOfReducedIntegersAreCutOff() {
    Tensor x = Tensor.of(new int[] {6, 6, 6}, 3);
    assertThat(reduced("ReduceLogSumExp", 18, x, 0).toLongs()).containsExactly(7); // 7.0986
    assertThat(reduced("ReduceLogSum", 18, x, 0).toLongs()).containsExactly(2); // 2.8904
    assertThat(reduced("ReduceL2", 18, x, 0).toLongs()).containsExactly(10); // 10.3923
  }

  /** Sums of squares of halves beyond 65504, whose roots are not. */
  @Test
  void halvesAreReducedInSinglePrecision() {
    Tensor x = Answers.halves(new double[] {300, 400}, 2);
    assertThat(reduced("ReduceL2", 18, x, 0).toDoubles()).containsExactly(500);
  }

  @Test
  void logarithmsBesideNanAreNan() {
    Tensor x = Tensor.of(new double[] {1, Double.NaN, 2, 2}, 2, 2);
    assertThat(node("LogSoftmax", 11, x).answer().toDoubles())
        .containsExactly(Double.NaN, Double.NaN, -Math.log(2), -Math.log(2));
  }

  @Test
  void aSingleElementIsItsMean() {
    Tensor x = Answers.halves(new double[] {2.25}, 1);
    Node node = node("MeanVarianceNormalization", 13, x, integers("axes", 0));
    assertThat(node.answer().toDoubles()).containsExactly(0);
  }

  @Test
  void emptyProductsAreZeros() {
    Tensor a = Tensor.of(new float[0], 2, 0);
    Tensor b = Tensor.of(new float[0], 0, 1);
    assertThat(new Node("MatMul", 13, List.of(a, b)).answer().toDoubles()).containsExactly(0, 0);
    Tensor c = floats(3);
    Node gemm = new Node("Gemm", 13, List.of(a, b, c), number("beta", 0.5f));
    assertThat(gemm.answer().toDoubles()).containsExactly(1.5, 1.5);
  }

  @Test
  void masksOfInferenceKeepEverything() {
    for (long opset : new long[] {10, 13}) {
      Map<String, Value> outputs = node("Dropout", opset, floats(1, 2)).outputs("y,mask");
      assertThat(((Tensor) outputs.get("mask")).toLongs()).containsExactly(1, 1);
    }
  }

  @Test
  void scalesOfOtherTypes() {
    Tensor x = Answers.halves(new double[] {3, -3}, 1, 2);
    Tensor scale = Tensor.of(new double[] {1, 2}, 2);
    Tensor y = new Node("RMSNormalization", 23, List.of(x, scale)).answer();
    assertThat(y.dtype()).isEqualTo(DType.F64);
    assertThat(y.toDoubles()).containsExactly(new double[] {1, -2}, offset(1e-3));
  }

  @Test
  void integersOfShrink() {
    Tensor x = Tensor.of(new long[] {-5, 1, Long.MAX_VALUE}, 3);
    assertThat(node("Shrink", 9, x, number("lambd", 2)).answer().toLongs())
        .containsExactly(-5, 0, Long.MAX_VALUE);
    Tensor small = Tensor.wrap(DType.I8, new byte[] {-5, 1, 5}, 3);
    Node node = node("Shrink", 9, small, number("lambd", 2), number("bias", 1.5f));
    assertThat(node.answer().toLongs()).containsExactly(-3, 0, 3);
  }

  /** Padded rows would be more than the summand has. */
  @ParameterizedTest
  @CsvSource({"Gemm", "LayerNormalization", "MatMul"})
  void operandsWithALengthAlongTheRows(String op) {
    float[] each = {1, 2, 3, 4, 5};
    TestModel model =
        TestModel.onnx(17)
            .input("x", TestModel.FLOAT, "N", 1)
            .initializer("one", new float[] {1}, 1, 1)
            .initializer("zero", new float[] {0}, 1)
            .initializer("each", each, 5, 1);
    switch (op) {
      case "Gemm" -> model.node("Gemm", "x,one,each", "y");
      case "MatMul" -> model.node("MatMul", "x,one", "p").node("Add", "p,each", "y");
      default -> model.node("LayerNormalization", "x,zero,each", "y");
    }
    Tensor x = Tensor.of(new float[5], 5, 1);
    assertThat(Answers.tensor(model.output("y"), Map.of("x", x)).toDoubles())
        .containsExactly(1, 2, 3, 4, 5);
    Tensor fewer = Tensor.of(new float[3], 3, 1);
    assertThatThrownBy(() -> Answers.tensor(model, Map.of("x", fewer)))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("broadcast");
  }
}
