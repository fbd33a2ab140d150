package io.pelton.onnx.field;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.field.Elements.FLOATS;
import static io.pelton.onnx.field.Elements.floats;
import static io.pelton.onnx.field.Elements.longs;
import static io.pelton.onnx.field.Elements.shaped;
import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * TopK: NaN counts as larger than all numbers, and equal elements go by their index. ONNX Runtime
 * leaves rows with NaN unsorted and is no reference for them.
 */
class TopKCasesTest {
  private static final double NAN = Double.NaN;

  static List<DType> floatTypes() {
    return FLOATS;
  }

  static List<DType> integerTypes() {
    return Stream.concat(Elements.SIGNED.stream(), Elements.UNSIGNED.stream()).toList();
  }

  private static FieldModel model(Tensor x, long k, boolean largest, boolean sorted) {
    return FieldModel.onnx(11)
        .value("x", x)
        .value("k", longs(DType.I64, k))
        .node(
            "TopK",
            "x,k",
            "y,i",
            integer("largest", largest ? 1 : 0),
            integer("sorted", sorted ? 1 : 0))
        .output("y")
        .output("i");
  }

  private static void assertTop(Tensor x, long k, boolean largest, Tensor values, long... indices) {
    List<Tensor> found = model(x, k, largest, true).runAll();
    assertThat(Bits.of(found.get(0))).isEqualTo(Bits.of(values));
    assertThat(found.get(1).toLongs()).containsExactly(indices);
  }

  @ParameterizedTest
  @MethodSource("floatTypes")
  void b2NanIsLargerThanAllNumbers(DType dtype) {
    Tensor x = floats(dtype, 1, NAN, 3, -1, 3, NAN);
    assertTop(x, 4, true, floats(dtype, NAN, NAN, 3, 3), 1, 5, 2, 4);
    assertTop(x, 4, false, floats(dtype, -1, 1, 3, 3), 3, 0, 2, 4);
    assertTop(x, 6, true, floats(dtype, NAN, NAN, 3, 3, 1, -1), 1, 5, 2, 4, 0, 3);
    assertTop(x, 6, false, floats(dtype, -1, 1, 3, 3, NAN, NAN), 3, 0, 2, 4, 1, 5);
    double most = Double.POSITIVE_INFINITY;
    assertTop(floats(dtype, most, NAN, -most), 2, true, floats(dtype, NAN, most), 1, 0);
    assertTop(floats(dtype, 0.0, -0.0), 2, false, floats(dtype, 0.0, -0.0), 0, 1);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 10, 9_999, 10_000})
  void b2LongRows(int k) {
    Random random = new Random(k);
    double[] numbers = new double[20_000];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = random.nextInt(50) == 0 ? NAN : random.nextInt(2000) - 1000;
    }
    Tensor x = shaped(DType.F32, numbers, 2, 10_000);
    for (boolean largest : List.of(true, false)) {
      List<Tensor> found = model(x, k, largest, true).runAll();
      long[] indices = new long[2 * k];
      for (int row = 0; row < 2; row++) {
        int first = row * 10_000;
        Comparator<Integer> order = Comparator.comparing(i -> numbers[first + i]);
        List<Integer> sorted =
            IntStream.range(0, 10_000)
                .boxed()
                .sorted(largest ? order.reversed() : order)
                .limit(k)
                .toList();
        for (int i = 0; i < k; i++) {
          indices[row * k + i] = sorted.get(i);
        }
      }
      assertThat(found.get(1).toLongs()).isEqualTo(indices);
      double[] values = new double[2 * k];
      for (int i = 0; i < values.length; i++) {
        values[i] = numbers[(int) indices[i] + i / k * 10_000];
      }
      assertThat(found.get(0).toDoubles()).isEqualTo(values);
    }
  }

  @Test
  void b2UnsortedOnesAreTheSameInTheirOrder() {
    Tensor x = floats(DType.F32, 1, NAN, 3, -1, 3, NAN);
    List<Tensor> found = model(x, 4, true, false).runAll();
    assertThat(found.get(1).toLongs()).containsExactly(1, 2, 4, 5);
    assertThat(found.get(0).toDoubles()).containsExactly(NAN, 3, 3, NAN);
  }

  @Test
  void b2TheCountIsWithinTheAxis() {
    Tensor x = floats(DType.F32, 1, 2, 3);
    model(x, 4, true, true).refuses("k is 4");
    model(x, -1, true, true).refuses("k is -1");
  }

  @Test
  void b18TiesGoByTheirIndex() {
    assertTop(floats(DType.F32, 2, 5, 5, 5, 1), 3, true, floats(DType.F32, 5, 5, 5), 1, 2, 3);
  }

  @ParameterizedTest
  @MethodSource("integerTypes")
  void b18IntegersAreOrderedAsTheyAre(DType dtype) {
    Tensor x = longs(dtype, 0, 2, 0, 2, 1);
    assertTop(x, 3, true, longs(dtype, 2, 2, 1), 1, 3, 4);
    assertTop(x, 3, false, longs(dtype, 0, 0, 1), 0, 2, 4);
    assertTop(x, 0, true, longs(dtype));
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    long most = isSigned ? Long.MAX_VALUE >>> (Long.SIZE - dtype.bits()) : -1;
    long least = isSigned ? -most - 1 : 0;
    Tensor ends = longs(dtype, 7, most, least, 7);
    assertTop(ends, 1, false, longs(dtype, least), 2);
    assertTop(ends, 1, true, longs(dtype, most), 1);
    assertTop(ends, 4, false, longs(dtype, least, 7, 7, most), 2, 0, 3, 1);
  }

  @Test
  void b18EveryAxis() {
    Tensor x = shaped(DType.I32, new long[] {1, 5, 3, 5, 4, 3}, 2, 3);
    for (int axis : List.of(0, -2)) {
      List<Tensor> found =
          FieldModel.onnx(10)
              .value("x", x)
              .value("k", longs(DType.I64, 1))
              .node("TopK", "x,k", "y,i", integer("axis", axis))
              .output("y")
              .output("i")
              .runAll();
      assertThat(found.get(0).toLongs()).containsExactly(5, 5, 3);
      assertThat(found.get(1).toLongs()).containsExactly(1, 0, 0);
    }
  }
}
