package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.field.Elements.FLOATS;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * ArgMax, ArgMin, ReduceMax and ReduceMin: what counts as largest. The standard does not say where
 * NaN stands; here the first NaN is chosen, as by numpy, and it is the extreme.
 */
class ChoiceCasesTest {
  private static final double NAN = Double.NaN;

  static List<DType> floatTypes() {
    return FLOATS;
  }

  static List<DType> integerTypes() {
    List<DType> types = new ArrayList<>(Elements.SIGNED);
    types.addAll(Elements.UNSIGNED);
    return types;
  }

  private static FieldModel choice(
      long opset, String op, int axis, boolean keeps, boolean selectsLast, Tensor x) {
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(integer("axis", axis));
    attributes.add(integer("keepdims", keeps ? 1 : 0));
    if (selectsLast) {
      attributes.add(integer("select_last_index", 1));
    }
    return FieldModel.of(opset, op, attributes, x);
  }

  private static long[] chosen(String op, boolean selectsLast, Tensor x) {
    return choice(13, op, 0, false, selectsLast, x).run().toLongs();
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b1TheFirstNanIsChosen(DType dtype) {
    for (String op : List.of("ArgMax", "ArgMin")) {
      assertThat(chosen(op, false, floats(dtype, 2, NAN, 7, 4, 1))).containsExactly(1);
      assertThat(chosen(op, false, floats(dtype, NAN, 2, 7, 4, 1))).containsExactly(0);
      assertThat(chosen(op, false, floats(dtype, 2, 4, 7, 1, NAN))).containsExactly(4);
      assertThat(chosen(op, false, floats(dtype, 2, NAN, NAN, 1))).containsExactly(1);
      assertThat(chosen(op, true, floats(dtype, 2, NAN, NAN, 1))).containsExactly(2);
      assertThat(chosen(op, true, floats(dtype, NAN, 2, 7, 7))).containsExactly(0);
    }
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b1EqualElementsGoByTheirIndex(DType dtype) {
    double most = Double.POSITIVE_INFINITY;
    assertThat(chosen("ArgMax", false, floats(dtype, 0.0, -0.0, 0.0, -1))).containsExactly(0);
    assertThat(chosen("ArgMax", true, floats(dtype, 0.0, -0.0, -1))).containsExactly(1);
    assertThat(chosen("ArgMin", false, floats(dtype, 1, 0.0, -0.0))).containsExactly(1);
    assertThat(chosen("ArgMin", true, floats(dtype, 1, -0.0, 0.0, 1))).containsExactly(2);
    assertThat(chosen("ArgMax", false, floats(dtype, -most, -most))).containsExactly(0);
    assertThat(chosen("ArgMin", true, floats(dtype, most, most))).containsExactly(1);
  }

  @ParameterizedTest
  @MethodSource("integerTypes")
  void b1IntegersOfAnyWidthAreNotNegated(DType dtype) {
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    long most = isSigned ? Long.MAX_VALUE >>> (Long.SIZE - dtype.bits()) : -1;
    long least = isSigned ? -most - 1 : 0;
    Tensor x = longs(dtype, 1, least, most, 2, least, most, 3);
    assertThat(chosen("ArgMax", false, x)).containsExactly(2);
    assertThat(chosen("ArgMax", true, x)).containsExactly(5);
    assertThat(chosen("ArgMin", false, x)).containsExactly(1);
    assertThat(chosen("ArgMin", true, x)).containsExactly(4);
  }

  /** Rows beyond any block of a kernel, with the NaN anywhere, along every axis. */
  @ParameterizedTest
  @ValueSource(ints = {1, 15, 17, 255, 256, 257, 1025})
  void b1LongRowsAlongEveryAxis(int length) {
    Random random = new Random(length);
    for (int axis = 0; axis < 3; axis++) {
      long[] dims = {2, 3, 2};
      dims[axis] = length;
      double[] numbers = new double[(int) (dims[0] * dims[1] * dims[2])];
      for (int i = 0; i < numbers.length; i++) {
        boolean isNan = random.nextInt(2 * length) == 0;
        numbers[i] = isNan ? NAN : random.nextInt(9) - 4;
      }
      for (DType dtype : List.of(DType.F32, DType.F64)) {
        Tensor x = shaped(dtype, numbers, dims);
        for (String op : List.of("ArgMax", "ArgMin")) {
          for (boolean last : List.of(false, true)) {
            Tensor found = choice(13, op, axis - 3, axis == 0, last, x).run();
            assertThat(found.toLongs()).isEqualTo(twin(op, last, numbers, dims, axis));
            assertThat(found.dims()).hasSize(axis == 0 ? 3 : 2);
          }
        }
      }
    }
  }

  private static long[] twin(String op, boolean last, double[] x, long[] dims, int axis) {
    int sign = op.equals("ArgMax") ? 1 : -1;
    int inner = 1;
    for (int behind = axis + 1; behind < dims.length; behind++) {
      inner *= (int) dims[behind];
    }
    int length = (int) dims[axis];
    long[] best = new long[x.length / length];
    for (int run = 0; run < best.length; run++) {
      int start = run / inner * length * inner + run % inner;
      for (int at = 1; at < length; at++) {
        double candidate = sign * x[start + at * inner];
        double held = sign * x[start + (int) best[run] * inner];
        boolean isMore = candidate > held || (Double.isNaN(candidate) && !Double.isNaN(held));
        boolean isSame = candidate == held || (Double.isNaN(candidate) && Double.isNaN(held));
        if (isMore || (last && isSame)) {
          best[run] = at;
        }
      }
    }
    return best;
  }

  @ParameterizedTest
  @CsvSource({"ArgMax, 1", "ArgMax, 11", "ArgMin, 1", "ArgMin, 11"})
  void b1OlderVersionsChooseAlike(String op, long opset) {
    Tensor x = shaped(DType.F32, new double[] {1, NAN, 3, 3, 0, 0}, 2, 3);
    long[] expected = op.equals("ArgMax") ? new long[] {1, 0} : new long[] {1, 1};
    assertThat(choice(opset, op, 1, false, false, x).run().toLongs()).isEqualTo(expected);
  }

  @Test
  void b1AnEmptyAxisHasNothingToChoose() {
    choice(13, "ArgMax", 1, true, false, shaped(DType.F32, new double[0], 2, 0))
        .refuses("axis of length 0");
    assertThat(
            choice(13, "ArgMin", 1, true, false, shaped(DType.F32, new double[0], 0, 2))
                .run()
                .dims())
        .containsExactly(0, 1);
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b1NanIsTheExtreme(DType dtype) {
    for (String op : List.of("ReduceMax", "ReduceMin")) {
      double[] numbers = new double[600];
      for (int at : List.of(0, 15, 16, 299)) {
        double[] one = numbers.clone();
        one[at] = NAN;
        Tensor x = shaped(dtype, one, 2, 300);
        for (long opset : List.of(13L, 18L, 20L)) {
          Tensor axes = longs(DType.I64, -1);
          FieldModel model =
              opset < 18
                  ? FieldModel.of(opset, op, List.of(integers("axes", 1)), x)
                  : FieldModel.of(opset, op, x, axes);
          assertThat(model.run().toDoubles()).containsExactly(NAN, 0);
        }
      }
    }
    Tensor both = floats(dtype, 1, NAN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY);
    assertThat(FieldModel.of(13, "ReduceMax", both).run().toDoubles()).containsExactly(NAN);
    assertThat(FieldModel.of(13, "ReduceMin", both).run().toDoubles()).containsExactly(NAN);
    assertThat(FieldModel.of(13, "Max", both, floats(dtype, NAN, 1, 2, 3)).run().toDoubles())
        .containsExactly(NAN, NAN, 2, Double.POSITIVE_INFINITY);
  }
}
