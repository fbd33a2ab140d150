package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Slice: no start, end or step overflows, whatever it is. */
class SliceCasesTest {
  private static final long LOWEST = Long.MIN_VALUE;
  private static final long HIGHEST = Long.MAX_VALUE;

  private static long[] slice(DType indices, long start, long end, long step) {
    return FieldModel.of(
            13,
            "Slice",
            longs(DType.I64, 0, 1, 2, 3, 4),
            longs(indices, start),
            longs(indices, end),
            longs(indices, 0),
            longs(indices, step))
        .run()
        .toLongs();
  }

  @Test
  void b3SlicesWalkBackwards() {
    assertThat(slice(DType.I64, 0, 5, -1)).isEmpty();
    assertThat(slice(DType.I64, -1, LOWEST, -1)).containsExactly(4, 3, 2, 1, 0);
    assertThat(slice(DType.I64, -1, Integer.MIN_VALUE, -1)).containsExactly(4, 3, 2, 1, 0);
    assertThat(slice(DType.I64, -1, -6, -1)).containsExactly(4, 3, 2, 1, 0);
    assertThat(slice(DType.I64, 4, -100, -2)).containsExactly(4, 2, 0);
    assertThat(slice(DType.I64, 100, 0, -1)).containsExactly(4, 3, 2, 1);
  }

  @Test
  void b3NoBoundOrStepOverflows() {
    assertThat(slice(DType.I64, LOWEST, HIGHEST, 1)).containsExactly(0, 1, 2, 3, 4);
    assertThat(slice(DType.I64, 0, 5, HIGHEST)).containsExactly(0);
    assertThat(slice(DType.I64, 4, LOWEST, LOWEST)).containsExactly(4);
  }

  /** ONNX Runtime takes the largest end for "to the end" whatever the step; the text clamps it. */
  @Test
  void b3TheLargestEndIsTheLastElementForNegativeSteps() {
    assertThat(slice(DType.I64, -1, HIGHEST, -1)).isEmpty();
    assertThat(slice(DType.I32, -1, Integer.MAX_VALUE, -1)).isEmpty();
  }

  /** Every mix of bounds and steps near the ends of the data and of the numbers. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 5})
  void b3EveryMixOfBoundsAndSteps(int length) {
    long[] bounds = {LOWEST, -6, -5, -1, 0, 1, 4, 5, HIGHEST};
    for (long step : new long[] {LOWEST, -5, -2, -1, 1, 2, 5, HIGHEST}) {
      FieldModel model =
          FieldModel.onnx(13)
              .value("x", longs(DType.I64, LongStream.range(0, length).toArray()))
              .value("axis", longs(DType.I64, -1))
              .value("step", longs(DType.I64, step));
      List<long[]> expected = new ArrayList<>();
      for (long start : bounds) {
        model.value("b" + start, longs(DType.I64, start));
      }
      for (long start : bounds) {
        for (long end : bounds) {
          String output = "y" + expected.size();
          model.node("Slice", "x,b" + start + ",b" + end + ",axis,step", output).output(output);
          expected.add(twin(length, start, end, step));
        }
      }
      List<Tensor> found = model.only(FieldModel.Way.CONSTANT).runAll();
      for (int i = 0; i < expected.size(); i++) {
        assertThat(found.get(i).toLongs())
            .as("%d to %d by %d of %d", bounds[i / 9], bounds[i % 9], step, length)
            .isEqualTo(expected.get(i));
      }
    }
  }

  /** The text of the operator, in numbers that don't overflow. */
  private static long[] twin(long length, long start, long end, long step) {
    boolean isForward = step > 0;
    BigInteger first = clamped(start, length, 0, isForward ? length : length - 1);
    BigInteger last = clamped(end, length, isForward ? 0 : -1, isForward ? length : length - 1);
    List<Long> found = new ArrayList<>();
    BigInteger at = first;
    while (length > 0 && (isForward ? at.compareTo(last) < 0 : at.compareTo(last) > 0)) {
      found.add(at.longValueExact());
      at = at.add(BigInteger.valueOf(step));
    }
    return found.stream().mapToLong(Long::longValue).toArray();
  }

  private static BigInteger clamped(long index, long length, long low, long high) {
    BigInteger counted = BigInteger.valueOf(index);
    if (index < 0) {
      counted = counted.add(BigInteger.valueOf(length));
    }
    return counted.max(BigInteger.valueOf(low)).min(BigInteger.valueOf(high));
  }

  @ParameterizedTest
  @CsvSource({
    "-1, -2147483648, -1, '4 3 2 1 0'",
    "-2147483648, 2147483647, 1, '0 1 2 3 4'",
    "4, -2147483648, -2147483648, '4'",
    "1, 2147483647, 2147483647, '1'",
    "-2, 0, -2, '3 1'"
  })
  void b3IndicesMayBeInt32(long start, long end, long step, String expected) {
    assertThat(slice(DType.I32, start, end, step))
        .containsExactly(
            Arrays.stream(expected.split(" ", -1)).mapToLong(Long::parseLong).toArray());
  }

  @Test
  void b3SeveralAxesInAnyOrder() {
    double[] numbers = LongStream.range(0, 24).asDoubleStream().toArray();
    Tensor x = shaped(DType.F32, numbers, 2, 3, 4);
    Tensor found =
        FieldModel.of(
                13,
                "Slice",
                x,
                longs(DType.I64, -1, 1),
                longs(DType.I64, LOWEST, 2),
                longs(DType.I64, -1, 0),
                longs(DType.I64, -3, 1))
            .run();
    assertThat(found.dims()).containsExactly(1, 3, 2);
    assertThat(found.toDoubles()).containsExactly(15, 12, 19, 16, 23, 20);
    Tensor first =
        FieldModel.of(11, "Slice", x, longs(DType.I32, 1, 2), longs(DType.I32, 2, 3)).run();
    assertThat(first.dims()).containsExactly(1, 1, 4);
    assertThat(first.toDoubles()).containsExactly(20, 21, 22, 23);
  }

  @Test
  void b3OldSlicesHaveTheirBoundsInAttributes() {
    Tensor x = shaped(DType.F32, new double[] {0, 1, 2, 3, 4, 5}, 2, 3);
    Tensor found =
        FieldModel.of(
                1,
                "Slice",
                List.of(
                    integers("axes", 1, 0),
                    integers("starts", -2, LOWEST),
                    integers("ends", HIGHEST, HIGHEST)),
                x)
            .run();
    assertThat(found.toDoubles()).containsExactly(1, 2, 4, 5);
  }

  @Test
  void b3StepsOfZeroAndUnknownAxesAreRefused() {
    Tensor one = longs(DType.I64, 1);
    Tensor zero = longs(DType.I64, 0);
    Tensor x = floats(DType.F32, 1, 2);
    FieldModel.of(13, "Slice", x, zero, one, zero, zero).refuses("step is 0");
    FieldModel.of(13, "Slice", x, zero, one, one, one).refuses("axis 1 is outside");
    FieldModel.of(13, "Slice", x, zero, longs(DType.I64, 1, 1), zero, one)
        .refuses("should have one length");
  }
}
