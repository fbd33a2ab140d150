package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Softmax, LogSoftmax and Hardmax: over all behind the axis before version 13, along it since. */
class SoftmaxCasesTest {
  private static final double LEAST = Double.NEGATIVE_INFINITY;
  private static final double NAN = Double.NaN;

  @Test
  void b12TheDefaultAxisDependsOnTheVersion() {
    Tensor zeros = shaped(DType.F32, new double[4], 1, 2, 2);
    for (long opset : List.of(1L, 11L)) {
      assertThat(FieldModel.of(opset, "Softmax", zeros).run().toDoubles()).containsOnly(0.25);
      assertThat(FieldModel.of(opset, "Hardmax", zeros).run().toDoubles())
          .containsExactly(1, 0, 0, 0);
      assertThat(FieldModel.of(opset, "LogSoftmax", zeros).run().toFloats())
          .containsOnly((float) Math.log(0.25));
    }
    assertThat(FieldModel.of(13, "Softmax", zeros).run().toDoubles()).containsOnly(0.5);
    assertThat(FieldModel.of(13, "Hardmax", zeros).run().toDoubles()).containsExactly(1, 0, 1, 0);
    assertThat(FieldModel.of(13, "LogSoftmax", zeros).run().toFloats())
        .containsOnly((float) Math.log(0.5));
  }

  /** Every axis of both counts in every version, by the formula. */
  @ParameterizedTest
  @CsvSource({"Softmax", "LogSoftmax", "Hardmax"})
  void b12EveryAxisOfEveryVersion(String op) {
    double[] numbers = new double[24];
    Random random = new Random(12);
    Arrays.setAll(numbers, i -> (float) random.nextGaussian());
    long[] dims = {2, 3, 4};
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      Tensor x = shaped(dtype, numbers, dims);
      for (long opset : List.of(1L, 11L, 13L)) {
        for (int axis = opset == 1 ? 0 : -3; axis < 3; axis++) {
          Tensor found = FieldModel.of(opset, op, List.of(integer("axis", axis)), x).run();
          int counted = Math.floorMod(axis, 3);
          assertThat(found.dims()).isEqualTo(dims);
          assertThat(found.toDoubles())
              .as("%s, opset %d, axis %d", dtype, opset, axis)
              .containsExactly(twin(op, numbers, dims, counted, opset < 13), offset(1e-6));
        }
      }
    }
  }

  private static double[] twin(String op, double[] x, long[] dims, int axis, boolean flattens) {
    int inner = 1;
    int length = 1;
    for (int at = axis; at < dims.length; at++) {
      if (at == axis || flattens) {
        length *= (int) dims[at];
      } else {
        inner *= (int) dims[at];
      }
    }
    double[] y = new double[x.length];
    for (int run = 0; run < x.length / length; run++) {
      int start = run / inner * length * inner + run % inner;
      double sum = 0;
      int largest = start;
      for (int at = 0; at < length; at++) {
        int place = start + at * inner;
        sum += Math.exp(x[place]);
        largest = x[place] > x[largest] ? place : largest;
      }
      for (int at = 0; at < length; at++) {
        int place = start + at * inner;
        double share = Math.exp(x[place]) / sum;
        y[place] =
            switch (op) {
              case "Softmax" -> share;
              case "LogSoftmax" -> Math.log(share);
              default -> place == largest ? 1 : 0;
            };
      }
    }
    return y;
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 11, 13})
  void b12ARowOfNegativeInfinitiesIsNan(long opset) {
    for (DType dtype : Elements.FLOATS) {
      if (opset < 13 && dtype == DType.BF16) {
        continue; // which came with version 13
      }
      Tensor x = shaped(dtype, new double[] {LEAST, LEAST, 0, LEAST}, 2, 2);
      assertThat(FieldModel.of(opset, "Softmax", x).run().toDoubles())
          .containsExactly(NAN, NAN, 1, 0);
      assertThat(FieldModel.of(opset, "LogSoftmax", x).run().toDoubles())
          .containsExactly(NAN, NAN, 0, LEAST);
      assertThat(FieldModel.of(opset, "Hardmax", x).run().toDoubles()).containsExactly(1, 0, 1, 0);
    }
  }

  @Test
  void b12NanAndInfinityMakeTheirRowNanAlone() {
    Tensor x = shaped(DType.F32, new double[] {NAN, 1, -LEAST, 1, 2, 2}, 3, 2);
    assertThat(FieldModel.of(13, "Softmax", x).run().toDoubles())
        .containsExactly(NAN, NAN, NAN, NAN, 0.5, 0.5);
    assertThat(FieldModel.of(13, "Softmax", floats(DType.F32, 1e30, -1e30)).run().toDoubles())
        .containsExactly(1, 0);
  }

  @ParameterizedTest
  @CsvSource({"Softmax", "LogSoftmax", "Hardmax"})
  void b12EmptyAxesStayEmpty(String op) {
    for (long opset : List.of(1L, 11L, 13L)) {
      for (int axis = 0; axis < 3; axis++) {
        Tensor x = shaped(DType.F32, new double[0], 2, 0, 3);
        Tensor found = FieldModel.of(opset, op, List.of(integer("axis", axis)), x).run();
        assertThat(found.dims()).containsExactly(2, 0, 3);
      }
    }
  }

  @ParameterizedTest
  @CsvSource({"Softmax", "LogSoftmax", "Hardmax"})
  void b12AxesAreWithinTheRank(String op) {
    Tensor x = shaped(DType.F32, new double[4], 2, 2);
    for (long opset : List.of(11L, 13L)) {
      FieldModel.of(opset, op, List.of(integer("axis", 2)), x).refuses("axis 2 is outside of");
      FieldModel.of(opset, op, List.of(integer("axis", -3)), x).refuses("axis -3 is outside of");
    }
  }
}
