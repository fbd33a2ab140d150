package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.field.FieldModel.Way;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The Reduce operators without axes: all are reduced, or none but the function is applied. */
class ReduceCasesTest {
  private static final double NAN = Double.NaN;

  /** An operator: what becomes of an element, and of a sum or a like of such. */
  @SuppressWarnings("ImmutableEnumChecker") // lambdas without state
  private enum Reduction {
    ReduceSum(x -> x, (a, b) -> a + b, (sum, count) -> sum, 0),
    ReduceSumSquare(x -> x * x, (a, b) -> a + b, (sum, count) -> sum, 0),
    ReduceL1(Math::abs, (a, b) -> a + b, (sum, count) -> sum, 0),
    ReduceL2(x -> x * x, (a, b) -> a + b, (sum, count) -> Math.sqrt(sum), 0),
    ReduceLogSum(x -> x, (a, b) -> a + b, (sum, count) -> Math.log(sum), 0),
    ReduceLogSumExp(Math::exp, (a, b) -> a + b, (sum, count) -> Math.log(sum), 0),
    ReduceMean(x -> x, (a, b) -> a + b, (sum, count) -> sum / count, 0),
    ReduceProd(x -> x, (a, b) -> a * b, (product, count) -> product, 1),
    ReduceMax(x -> x, Math::max, (most, count) -> most, Double.NEGATIVE_INFINITY),
    ReduceMin(x -> x, Math::min, (least, count) -> least, Double.POSITIVE_INFINITY);

    private final DoubleUnaryOperator before;
    private final DoubleBinaryOperator fold;
    private final DoubleBinaryOperator after;
    private final double start;

    Reduction(
        DoubleUnaryOperator before,
        DoubleBinaryOperator fold,
        DoubleBinaryOperator after,
        double start) {
      this.before = before;
      this.fold = fold;
      this.after = after;
      this.start = start;
    }

    double of(double... elements) {
      return after.applyAsDouble(
          Arrays.stream(elements).map(before).reduce(start, fold), elements.length);
    }

    /** Where axes became an operand, and where without them nothing may be reduced. */
    long operandSince() {
      return this == ReduceSum ? 13 : 18;
    }
  }

  private static FieldModel model(
      Reduction reduction, long opset, boolean isNoop, boolean keeps, Tensor x, Tensor axes) {
    List<AttributeProto> attributes = new ArrayList<>();
    attributes.add(integer("keepdims", keeps ? 1 : 0));
    if (isNoop) {
      attributes.add(integer("noop_with_empty_axes", 1));
    }
    return axes == null
        ? FieldModel.of(opset, reduction.name(), attributes, x)
        : FieldModel.of(opset, reduction.name(), attributes, x, axes);
  }

  @ParameterizedTest
  @CsvSource({
    "ReduceSum, '-1 2 3', 4",
    "ReduceSumSquare, '1 4 9', 14",
    "ReduceL1, '1 2 3', 6",
    "ReduceLogSum, 'NaN .6931472 1.0986123', 1.3862944",
    "ReduceMean, '-1 2 3', 1.3333334"
  })
  void b9WithoutAxesTheFunctionIsAppliedAlone(
      Reduction reduction, String elements, double reduced) {
    Tensor x = floats(DType.F32, -1, 2, 3);
    double[] expected =
        Arrays.stream(elements.split(" ", -1)).mapToDouble(Double::parseDouble).toArray();
    for (Tensor axes : Arrays.asList(null, longs(DType.I64))) {
      Tensor alone = model(reduction, 18, true, true, x, axes).run();
      assertThat(alone.toDoubles()).containsExactly(expected, offset(1e-6));
      Tensor all = model(reduction, 18, false, true, x, axes).run();
      assertThat(all.dims()).containsExactly(1);
      assertThat(all.toDoubles()).containsExactly(new double[] {reduced}, offset(1e-6));
    }
  }

  /** Axes left out, empty, one and all, with both flags, in every version. */
  @ParameterizedTest
  @EnumSource(Reduction.class)
  void b9EveryReductionFlagAndVersion(Reduction reduction) {
    double[] numbers = {1, -2, 3, 4, 0.5, 6};
    for (DType dtype : List.of(DType.F32, DType.F64)) {
      Tensor x = shaped(dtype, numbers, 2, 3);
      for (long opset : dtype == DType.F64 ? List.of(18L) : List.of(1L, 13L, 18L)) {
        for (boolean keeps : List.of(true, false)) {
          if (opset >= reduction.operandSince()) {
            for (boolean isNoop : List.of(true, false)) {
              check(reduction, model(reduction, opset, isNoop, keeps, x, null), isNoop, keeps);
              Tensor none = longs(DType.I64);
              check(reduction, model(reduction, opset, isNoop, keeps, x, none), isNoop, keeps);
              Tensor last = longs(DType.I64, -1);
              checkRows(reduction, model(reduction, opset, isNoop, keeps, x, last), keeps);
            }
          } else {
            check(reduction, model(reduction, opset, false, keeps, x, null), false, keeps);
            checkRows(reduction, byAttribute(reduction, opset, keeps, x), keeps);
          }
        }
      }
    }
  }

  private static FieldModel byAttribute(Reduction reduction, long opset, boolean keeps, Tensor x) {
    return FieldModel.of(
        opset,
        reduction.name(),
        List.of(integers("axes", opset < 11 ? 1 : -1), integer("keepdims", keeps ? 1 : 0)),
        x);
  }

  private static void check(Reduction reduction, FieldModel model, boolean isNoop, boolean keeps) {
    double[] numbers = {1, -2, 3, 4, 0.5, 6};
    Tensor found = model.only(Way.CONSTANT, Way.ALL_GIVEN).run();
    if (isNoop) {
      assertThat(found.dims()).containsExactly(2, 3);
      assertClose(found, Arrays.stream(numbers).map(number -> reduction.of(number)).toArray());
    } else {
      assertThat(found.dims()).isEqualTo(keeps ? new long[] {1, 1} : new long[0]);
      assertClose(found, reduction.of(numbers));
    }
  }

  private static void checkRows(Reduction reduction, FieldModel model, boolean keeps) {
    Tensor found = model.only(Way.FIRST_GIVEN).run();
    assertThat(found.dims()).isEqualTo(keeps ? new long[] {2, 1} : new long[] {2});
    assertClose(found, reduction.of(1, -2, 3), reduction.of(4, 0.5, 6));
  }

  private static void assertClose(Tensor found, double... expected) {
    assertThat(found.toDoubles()).containsExactly(expected, offset(2e-5));
  }

  @ParameterizedTest
  @CsvSource({"ReduceSum", "ReduceL1", "ReduceSumSquare", "ReduceProd", "ReduceMax"})
  void b9IntegersToo(Reduction reduction) {
    for (DType dtype : List.of(DType.I32, DType.I64)) {
      Tensor x = longs(dtype, -1, 2, -3);
      Tensor alone = model(reduction, 18, true, true, x, null).run();
      assertThat(alone.toLongs())
          .containsExactly(
              (long) reduction.of(-1), (long) reduction.of(2), (long) reduction.of(-3));
      assertThat(model(reduction, 18, false, true, x, null).run().toLongs())
          .containsExactly((long) reduction.of(-1, 2, -3));
    }
  }

  @Test
  void b9NothingAddsUpToTheNeutralElement() {
    Tensor empty = shaped(DType.F32, new double[0], 2, 0);
    for (Reduction reduction : Reduction.values()) {
      Tensor found = model(reduction, 18, false, false, empty, longs(DType.I64, 1)).run();
      double expected = reduction == Reduction.ReduceMean ? NAN : reduction.of();
      assertThat(found.toDoubles()).as(reduction.name()).containsExactly(expected, expected);
      assertThat(model(reduction, 18, true, true, empty, null).run().dims()).containsExactly(2, 0);
    }
  }
}
