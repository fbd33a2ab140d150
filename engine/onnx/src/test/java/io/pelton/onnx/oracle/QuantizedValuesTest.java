package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Right answers of quantized operators where ONNX Runtime's can't be taken. */
class QuantizedValuesTest {
  private static final int UINT8 = 2;

  @Test
  void fractionsOfHalvesAreRounded() {
    TestModel model =
        TestModel.onnx(19)
            .input("x", TestModel.FLOAT16, 5)
            .input("s", TestModel.FLOAT16)
            .node("QuantizeLinear", "x,s", "y")
            .output("y");
    Tensor x = Answers.halves(new double[] {0.75, 0.5, 1.5, 2.25, -3}, 5);
    Tensor scale = Answers.halves(new double[] {1});
    assertThat(Answers.tensor(model, Map.of("x", x, "s", scale)).toLongs())
        .containsExactly(1, 0, 2, 2, 0);
  }

  /** Also 16777217, which is no float32. */
  @Test
  void integersAreDividedExactly() {
    TestModel model =
        TestModel.onnx(23)
            .input("x", TestModel.INT32, 3)
            .input("s", TestModel.INT32)
            .node("QuantizeLinear", "x,s", "y")
            .output("y");
    Tensor x = Tensor.of(new int[] {5, 7, 16777217}, 3);
    Tensor scale = Tensor.of(new int[] {2});
    assertThat(Answers.tensor(model, Map.of("x", x, "s", scale)).toLongs())
        .containsExactly(2, 4, 255);
    Tensor large = Tensor.of(new int[] {33554432});
    assertThat(Answers.tensor(model, Map.of("x", x, "s", large)).toLongs())
        .containsExactly(0, 0, 1); // above a half
  }

  @Test
  void precisionIsThatOfTheDivision() {
    TestModel model =
        TestModel.onnx(23)
            .input("x", TestModel.FLOAT, 1)
            .input("s", TestModel.FLOAT)
            .node("QuantizeLinear", "x,s", "y", integer("precision", TestModel.FLOAT16))
            .output("y");
    Tensor x = Tensor.of(new float[] {1.50006f}, 1);
    Tensor scale = Tensor.of(new float[] {1.0001f});
    // both round to halves first, 1.5 and 1
    assertThat(Answers.tensor(model, Map.of("x", x, "s", scale)).toLongs()).containsExactly(2);
  }

  @Test
  void resultsOfOtherTypesThanTheScales() {
    TestModel model =
        TestModel.onnx(23)
            .input("x", UINT8, 2)
            .input("s", TestModel.FLOAT16)
            .node("DequantizeLinear", "x,s", "y", integer("output_dtype", TestModel.FLOAT))
            .output("y");
    Tensor x = Tensor.wrap(DType.U8, new byte[] {(byte) 255, 3}, 2);
    Tensor scale = Answers.halves(new double[] {0.0999755859375});
    Tensor y = Answers.tensor(model, Map.of("x", x, "s", scale));
    assertThat(y.dtype()).isEqualTo(DType.F32);
    assertThat(y.toDoubles())
        .containsExactly((float) (255 * 0.0999755859375), (float) (3 * 0.0999755859375));
  }

  private static Tensor product(Tensor a, Tensor scales, Tensor zeros, Tensor b) {
    TestModel model =
        TestModel.onnx(10)
            .input("a", UINT8, "M", "K")
            .input("as", TestModel.FLOAT, scales.dims().length == 0 ? new Object[0] : rows(scales))
            .input("az", UINT8, zeros.dims().length == 0 ? new Object[0] : rows(zeros))
            .input("b", UINT8, b.dims().length == 1 ? new Object[] {"K"} : new Object[] {"K", "N"})
            .input("bs", TestModel.FLOAT)
            .input("bz", UINT8)
            .input("ys", TestModel.FLOAT)
            .input("yz", UINT8)
            .node("QLinearMatMul", "a,as,az,b,bs,bz,ys,yz", "y")
            .output("y");
    Tensor half = Tensor.of(new float[] {0.5f});
    Tensor none = bytes(new int[] {0});
    return Answers.tensor(
        model,
        Map.of(
            "a",
            a,
            "as",
            scales,
            "az",
            zeros,
            "b",
            b,
            "bs",
            half,
            "bz",
            none,
            "ys",
            half,
            "yz",
            bytes(new int[] {3})));
  }

  private static Object[] rows(Tensor parameter) {
    return new Object[] {(int) parameter.dims()[0]};
  }

  private static Tensor bytes(int[] values, long... dims) {
    byte[] bytes = new byte[values.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) values[i];
    }
    return Tensor.wrap(DType.U8, bytes, dims);
  }

  @Test
  void everyRowHasAScaleOfItsOwn() {
    Tensor a = bytes(new int[] {1, 2, 3, 4}, 2, 2);
    Tensor scales = Tensor.of(new float[] {1, 2}, 2);
    Tensor zeros = bytes(new int[] {0, 1}, 2);
    // sums 1*1+2*3, 1*2+2*4; (3-1)*1+(4-1)*3, (3-1)*2+(4-1)*4
    Tensor matrix = bytes(new int[] {1, 2, 3, 4}, 2, 2);
    assertThat(product(a, scales, zeros, matrix).toLongs())
        .containsExactly(7 + 3, 10 + 3, 11 * 2 + 3, 16 * 2 + 3);
    Tensor vector = bytes(new int[] {1, 3}, 2);
    assertThat(product(a, scales, zeros, vector).toLongs()).containsExactly(7 + 3, 11 * 2 + 3);
  }

  @Test
  void emptySumsAreTheZeroPoint() {
    Tensor a = bytes(new int[0], 2, 0);
    Tensor scale = Tensor.of(new float[] {1});
    Tensor none = bytes(new int[] {9});
    assertThat(product(a, scale, none, bytes(new int[0], 0, 1)).toLongs()).containsExactly(3, 3);
  }

  @Test
  void scalesOfChannelsThatComeWithTheData() {
    TestModel model =
        TestModel.onnx(13)
            .input("x", UINT8, "N", "C")
            .initializer("s", new float[] {1, 2}, 2)
            .node("DequantizeLinear", "x,s", "y")
            .output("y");
    assertThat(Answers.tensor(model, Map.of("x", bytes(new int[] {1, 2, 3, 4}, 2, 2))).toDoubles())
        .containsExactly(1, 4, 3, 8);
    assertThatThrownBy(() -> Answers.tensor(model, Map.of("x", bytes(new int[3], 1, 3))))
        .isInstanceOf(InvalidOp.class)
        .hasMessageContaining("the scale should be [3] but is [2]");
  }
}
