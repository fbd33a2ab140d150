package io.pelton.onnx.op;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.TestModel.BOOL;
import static io.pelton.onnx.TestModel.DOUBLE;
import static io.pelton.onnx.TestModel.FLOAT;
import static io.pelton.onnx.TestModel.FLOAT16;
import static io.pelton.onnx.TestModel.INT32;
import static io.pelton.onnx.TestModel.INT64;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.BitCast;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Cumulate;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.InvalidNode;
import io.pelton.onnx.TestModel;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MathOperatorsTest {
  private static final Backend BACKEND =
      Backend.named("cpu", MathOperatorsTest.class.getClassLoader());

  /** Output {@code y} for input {@code x}. */
  private static Tensor run(TestModel model, Tensor x) {
    CompiledGraph compiled =
        CompiledGraph.compile(model.load().graph(), CompileOptions.on(BACKEND));
    try (ExecutableGraph executable = compiled.newExecutable()) {
      return (Tensor) executable.run(Map.of("x", x)).get("y");
    }
  }

  private static TestModel pair(long opset, String op, int type, AttributeProto... attributes) {
    return TestModel.onnx(opset)
        .input("a", type, 2, 3)
        .input("b", type, 3)
        .node(op, "a,b", "y", attributes)
        .output("y");
  }

  @ParameterizedTest
  @CsvSource({
    "Sin,7",
    "Cos,7",
    "Tan,7",
    "Asin,7",
    "Acos,7",
    "Atan,7",
    "Sinh,9",
    "Cosh,9",
    "Asinh,9",
    "Acosh,9",
    "Atanh,9",
    "Round,11"
  })
  void functionsAreOneNode(String op, long since) {
    OpKind kind = OpKind.valueOf(op.toUpperCase(Locale.ROOT));
    for (int type : new int[] {FLOAT, DOUBLE, FLOAT16}) {
      assertThat(TestModel.onnx(since).single(op, type, List.of("N", 3)).op())
          .isEqualTo(new Unary(kind));
    }
    assertThatThrownBy(() -> TestModel.onnx(since - 1).single(op, FLOAT, List.of(2)).load())
        .hasMessageContaining("the operator exists since opset " + since);
    assertThatThrownBy(() -> TestModel.onnx(22).single(op, INT64, List.of(2)).load())
        .isInstanceOf(InvalidNode.class)
        .hasMessageContaining("is not defined for I64");
  }

  @Test
  void halvesRoundToEven() {
    Tensor x = Tensor.of(new float[] {0.5f, 1.5f, 2.5f, -0.5f, -1.5f, -0f, Float.NaN}, 7);
    Tensor y = run(TestModel.onnx(11).single("Round", FLOAT, List.of(7)), x);
    assertThat(y.toFloats()).containsExactly(0, 2, 2, -0f, -2, -0f, Float.NaN);
  }

  @Test
  void logicIsOfBooleansAndBitwiseOperatorsAreOfIntegers() {
    assertThat(pair(18, "BitwiseXor", INT32).op()).isEqualTo(new Binary(OpKind.XOR));
    assertThat(pair(7, "Xor", BOOL).op()).isEqualTo(new Binary(OpKind.XOR));
    assertThatThrownBy(() -> pair(18, "And", INT32).load())
        .hasMessageContaining("is not defined for I32");
    assertThatThrownBy(() -> pair(18, "BitwiseOr", BOOL).load())
        .hasMessageContaining("is not defined for BOOL");
    assertThatThrownBy(() -> TestModel.onnx(18).single("Not", INT64, List.of(2)).load())
        .hasMessageContaining("is not defined for I64");
    assertThatThrownBy(() -> TestModel.onnx(18).single("BitwiseNot", FLOAT, List.of(2)).load())
        .hasMessageContaining("is not defined for F32");
  }

  @Test
  void shiftsNeedADirectionAndUnsignedIntegers() {
    assertThat(pair(11, "BitShift", 2, text("direction", "LEFT")).op())
        .isEqualTo(new Binary(OpKind.SHIFT_LEFT));
    assertThatThrownBy(() -> pair(11, "BitShift", 2).load())
        .hasMessageContaining("'direction' should be LEFT or RIGHT");
    assertThatThrownBy(() -> pair(11, "BitShift", INT32, text("direction", "RIGHT")).load())
        .hasMessageContaining("is not defined for I32");
  }

  @Test
  void bitsAreCastToDtypesOfTheSameWidth() {
    assertThat(TestModel.onnx(26).single("BitCast", FLOAT, List.of(2), integer("to", 6)).op())
        .isEqualTo(new BitCast(DType.I32));
    assertThat(TestModel.onnx(26).single("BitCast", FLOAT, List.of(2), integer("to", 1)).op())
        .isEqualTo(new Identity());
    assertThatThrownBy(
            () -> TestModel.onnx(26).single("BitCast", FLOAT, List.of(2), integer("to", 7)).load())
        .hasMessageContaining("F32 and I64 have no bits in common");
    TestModel flags = TestModel.onnx(26).single("BitCast", BOOL, List.of(2), integer("to", 3));
    assertThat(run(flags, Tensor.wrap(DType.BOOL, new byte[] {0, 1}, 2)).toLongs())
        .containsExactly(0, 1);
  }

  @Test
  void remaindersOfFloatsHaveTheSignOfTheDividend() {
    assertThat(pair(13, "Mod", FLOAT16, integer("fmod", 1)).op())
        .isEqualTo(new Binary(OpKind.FMOD));
    assertThatThrownBy(() -> pair(13, "Mod", FLOAT).load())
        .hasMessageContaining("'fmod' should be 1 for floats");
  }

  @Test
  void powersOfWideIntegersAreExact() {
    TestModel model =
        TestModel.onnx(15)
            .input("x", INT64, 2)
            .initializer("e", new long[] {39, 3}, 2)
            .node("Pow", "x,e", "y")
            .output("y");
    assertThat(run(model, Tensor.of(new long[] {3, 2000003}, 2)).toLongs())
        .containsExactly(4052555153018976267L, 2000003L * 2000003 * 2000003);
  }

  @Test
  void largestAndSmallestOfBooleans() {
    Tensor x = Tensor.wrap(DType.BOOL, new byte[] {0, 1, 1, 1}, 2, 2);
    for (String op : new String[] {"ReduceMax", "ReduceMin"}) {
      TestModel model =
          TestModel.onnx(20)
              .input("x", BOOL, 2, 2)
              .initializer("axes", new long[] {-1}, 1)
              .node(op, "x,axes", "y", integer("keepdims", 0))
              .output("y");
      Tensor y = run(model, x);
      assertThat(y.dtype()).isEqualTo(DType.BOOL);
      assertThat(y.toLongs()).containsExactly(op.equals("ReduceMax") ? 1 : 0, 1);
    }
    assertThatThrownBy(() -> TestModel.onnx(18).single("ReduceSum", BOOL, List.of(2)).load())
        .hasMessageContaining("is not defined for BOOL");
  }

  @Test
  void productsAndRunningSumsAreOneNode() {
    assertThat(TestModel.onnx(1).single("ReduceProd", FLOAT, List.of(2, 3)).op())
        .isEqualTo(new Reduce(OpKind.REDUCE_PROD, true, false));
    TestModel sum =
        TestModel.onnx(11)
            .input("x", FLOAT, "N", 3)
            .initializer("axis", new long[] {-1})
            .node("CumSum", "x,axis", "y", integer("exclusive", 1), integer("reverse", 1))
            .output("y");
    assertThat(sum.op()).isEqualTo(new Cumulate(OpKind.CUM_SUM, true, true));
    assertThat(sum.type()).hasToString("F32[N,3]");
  }

  @Test
  void hardmaxTakesTheFirstOfTheLargest() {
    Tensor x = Tensor.of(new float[] {1, 3, 3, 2, 0, 5, 5, 5}, 2, 2, 2);
    List<Object> dims = List.of(2, 2, 2);
    assertThat(run(TestModel.onnx(13).single("Hardmax", FLOAT, dims), x).toFloats())
        .containsExactly(0, 1, 1, 0, 0, 1, 1, 0);
    assertThat(run(TestModel.onnx(11).single("Hardmax", FLOAT, dims), x).toFloats())
        .containsExactly(0, 1, 0, 0, 0, 1, 0, 0);
    TestModel open = TestModel.onnx(13).single("Hardmax", FLOAT, List.of("N", "M"));
    assertThat(run(open, Tensor.of(new float[0], 3, 0)).dims()).containsExactly(3, 0);
    float low = Float.NEGATIVE_INFINITY;
    Tensor lowest = Tensor.of(new float[] {low, low, Float.NaN, 9}, 2, 2);
    assertThat(run(open, lowest).toFloats()).containsExactly(1, 0, 1, 0);
  }

  @Test
  void zerosHaveNoNormToBeDividedBy() {
    Tensor x = Tensor.of(new float[] {3, -4, 0, 0}, 2, 2);
    List<Object> dims = List.of("N", 2);
    assertThat(run(TestModel.onnx(22).single("LpNormalization", FLOAT, dims), x).toFloats())
        .containsExactly(0.6f, -0.8f, 0, 0);
    TestModel first = TestModel.onnx(1).single("LpNormalization", FLOAT, dims, integer("p", 1));
    assertThat(run(first, x).toFloats()).containsExactly(3 / 7f, -4 / 7f, 0, 0);
    assertThatThrownBy(
            () -> TestModel.onnx(1).single("LpNormalization", FLOAT, dims, integer("p", 3)).load())
        .hasMessageContaining("'p' should be 1 or 2 but is 3");
  }

  @Test
  void windowsArePooledByTheirNorm() {
    Tensor x = Tensor.of(new double[] {1, -2, 2, 4, 4}, 1, 1, 5);
    List<Object> dims = List.of("N", 1, 5);
    AttributeProto lengths = integers("kernel_shape", 3);
    TestModel old = TestModel.onnx(1).single("LpPool", DOUBLE, dims, lengths, number("p", 1));
    assertThat(run(old, x).toDoubles()).containsExactly(5, 8, 10);
    TestModel ceiling =
        TestModel.onnx(18)
            .single(
                "LpPool", DOUBLE, dims, lengths, integers("strides", 3), integer("ceil_mode", 1));
    assertThat(run(ceiling, x).toDoubles()).containsExactly(3, Math.sqrt(32));
    TestModel global = TestModel.onnx(2).single("GlobalLpPool", DOUBLE, dims, integer("p", 3));
    assertThat(run(global, x).toDoubles()[0]).isCloseTo(Math.cbrt(145), within(1e-14));
    assertThatThrownBy(
            () -> TestModel.onnx(2).single("GlobalLpPool", DOUBLE, dims, integer("p", 0)).load())
        .hasMessageContaining("'p' should be above 0 but is 0");
  }

  @ParameterizedTest
  @ValueSource(ints = {2, 3, 4, 5, 6})
  void responsesAreNormalizedOverNeighbouringChannels(int rank) {
    int channels = 5;
    int planes = rank == 2 ? 1 : 2;
    Object[] shape = new Object[rank];
    long[] dims = new long[rank];
    Arrays.fill(dims, 1);
    dims[0] = 2;
    dims[1] = channels;
    dims[rank - 1] = rank == 2 ? channels : planes;
    for (int axis = 0; axis < rank; axis++) {
      shape[axis] = dims[axis];
    }
    TestModel model =
        TestModel.onnx(13)
            .single("LRN", DOUBLE, List.of(shape), integer("size", 4), number("alpha", 0.5f));
    double[] x = new Random(rank).doubles(2L * channels * planes, -3, 3).toArray();
    double[] y = run(model, Tensor.of(x, dims)).toDoubles();
    for (int i = 0; i < x.length; i++) {
      int channel = i / planes % channels;
      double sum = 0;
      for (int c = Math.max(0, channel - 1); c <= Math.min(channels - 1, channel + 2); c++) {
        double other = x[i + (c - channel) * planes];
        sum += other * other;
      }
      assertThat(y[i]).isCloseTo(x[i] / Math.pow(1 + 0.5 / 4 * sum, 0.75), within(1e-14));
    }
  }

  @Test
  void halvesAreNormalizedInSinglePrecision() {
    TestModel model =
        TestModel.onnx(13)
            .single("MeanVarianceNormalization", FLOAT16, List.of("N", 2), integers("axes", 1));
    Tensor x = Tensor.wrap(DType.F16, new short[] {0x7bff, 0x7bfe, 0, 0}, 2, 2);
    assertThat(run(model, x).toFloats()).containsExactly(1, -1, 0, 0);
  }

  @Test
  void diagonalsOfOnes() {
    List<Object> dims = List.of("N", 3);
    Tensor x = Tensor.of(new int[6], 2, 3);
    assertThat(run(TestModel.onnx(9).single("EyeLike", INT32, dims), x).toLongs())
        .containsExactly(1, 0, 0, 0, 1, 0);
    TestModel above =
        TestModel.onnx(22).single("EyeLike", INT32, dims, integer("k", 1), integer("dtype", 11));
    Tensor y = run(above, x);
    assertThat(y.dtype()).isEqualTo(DType.F64);
    assertThat(y.toDoubles()).containsExactly(0, 1, 0, 0, 0, 1);
    TestModel below = TestModel.onnx(9).single("EyeLike", INT32, dims, integer("k", -1));
    assertThat(run(below, x).toLongs()).containsExactly(0, 0, 0, 1, 0, 0);
    assertThatThrownBy(() -> TestModel.onnx(9).single("EyeLike", INT32, List.of(3)).load())
        .hasMessageContaining("is no matrix");
  }

  @Test
  void windowsHaveTheLengthThatARunSays() {
    AttributeProto wide = integer("output_datatype", 11);
    TestModel hann = TestModel.onnx(17).single("HannWindow", INT64, List.of(), wide);
    for (int size : new int[] {4, 7, 0}) {
      double[] y = run(hann, Tensor.of(new long[] {size})).toDoubles();
      assertThat(y).hasSize(size);
      for (int n = 0; n < size; n++) {
        assertThat(y[n]).isCloseTo(0.5 - 0.5 * Math.cos(2 * Math.PI * n / size), within(1e-15));
      }
    }
    TestModel blackman =
        TestModel.onnx(17).single("BlackmanWindow", INT32, List.of(), integer("periodic", 0));
    Tensor y = run(blackman, Tensor.of(new int[] {3}));
    assertThat(y.dtype()).isEqualTo(DType.F32);
    assertThat(y.toFloats()[1]).isEqualTo(1);
  }
}
