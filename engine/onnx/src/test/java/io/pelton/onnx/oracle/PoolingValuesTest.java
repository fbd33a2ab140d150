package io.pelton.onnx.oracle;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TestModel;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Windows that hang over the padding, from the file's bytes to the outputs. */
class PoolingValuesTest {
  private static final AttributeProto[] OVERHANGING = {
    integers("kernel_shape", 3, 3),
    integers("strides", 2, 2),
    integers("pads", 1, 1, 1, 1),
    integer("ceil_mode", 1)
  };

  private static double[] pool(
      String op, long opset, Tensor x, List<?> dims, AttributeProto... attributes) {
    TestModel model = TestModel.onnx(opset).single(op, TestModel.FLOAT, dims, attributes);
    return Answers.tensor(model, Map.of("x", x)).toDoubles();
  }

  private static Tensor upTo16() {
    float[] x = new float[16];
    for (int i = 0; i < x.length; i++) {
      x[i] = i + 1;
    }
    return Tensor.of(x, 1, 1, 4, 4);
  }

  /** ONNX Runtime divides the overhanging windows by 9 below opset 19, against the text. */
  @ParameterizedTest
  @ValueSource(longs = {10, 11, 18, 19, 22, 25})
  void b13OnlyCellsOfThePaddedPictureCount(long opset) {
    double[] y =
        pool(
            "AveragePool",
            opset,
            upTo16(),
            List.of("N", 1, 4, 4),
            OVERHANGING[0],
            OVERHANGING[1],
            OVERHANGING[2],
            OVERHANGING[3],
            integer("count_include_pad", 1));
    assertThat(y)
        .containsExactly(
            new double[] {1.5555556, 3.3333333, 2, 6.3333335, 11, 6, 4.5, 7.5, 4}, offset(1e-6));
  }

  @Test
  void b13TheLastWindowOfARow() {
    float[] row = {2.0903f, 4.6493f, 1.632f, -3.2051f, 4.6975f, 4.7296f, 3.3653f, -1.5815f};
    Tensor x =
        Tensor.of(
            new float[] {row[0], row[1], row[2], row[3], row[4], row[5], row[6], row[7], -2.3832f},
            1,
            1,
            9);
    AttributeProto[] attributes = {
      integers("kernel_shape", 7),
      integers("strides", 3),
      integers("pads", 3, 3),
      integer("ceil_mode", 1),
      integer("count_include_pad", 1)
    };
    double[] y = pool("AveragePool", 19, x, List.of(1, 1, 9), attributes);
    assertThat(y[y.length - 1]).isEqualTo((-1.5815 - 2.3832 + 3.3653) / 6, offset(1e-5));
  }

  @Test
  void halvesAreAddedUpInSinglePrecision() {
    TestModel model =
        TestModel.onnx(22)
            .single(
                "AveragePool",
                TestModel.FLOAT16,
                List.of(1, 1, 3),
                integers("kernel_shape", 2),
                integers("strides", 2),
                integer("ceil_mode", 1),
                integer("count_include_pad", 1));
    Tensor x = Answers.halves(new double[] {2048, 1, 3}, 1, 1, 3);
    Tensor y = Answers.tensor(model, Map.of("x", x));
    assertThat(y.dtype()).isEqualTo(DType.F16);
    assertThat(y.toDoubles()).containsExactly(1024, 3); // 1024.5 rounds to even
  }

  @Test
  void maximaIgnoreThePadding() {
    assertThat(pool("MaxPool", 10, upTo16(), List.of(1, 1, 4, 4), OVERHANGING))
        .containsExactly(6, 8, 8, 14, 16, 16, 14, 16, 16);
  }

  @Test
  void normsIgnoreThePadding() {
    double[] y =
        pool(
            "LpPool",
            18,
            upTo16(),
            List.of(1, 1, 4, 4),
            OVERHANGING[0],
            OVERHANGING[1],
            OVERHANGING[2],
            OVERHANGING[3],
            integer("p", 1));
    assertThat(y).containsExactly(14, 30, 12, 57, 99, 36, 27, 45, 16);
  }
}
