package io.pelton.examples.cli.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Mapping;
import io.pelton.engine.tensor.Sequence;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class ValueComparisonTest {
  private static final Tolerance EXACT = new Tolerance(0, 0, OptionalDouble.empty());
  private static final Tolerance USUAL = new Tolerance(1e-4, 1e-5, OptionalDouble.empty());

  private static Optional<String> difference(Value expected, Value actual) {
    return difference(expected, actual, USUAL);
  }

  private static Optional<String> difference(Value expected, Value actual, Tolerance tolerance) {
    return new ValueComparison(tolerance).difference(expected, actual);
  }

  private static Tensor floats(float... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor longs(long... values) {
    return Tensor.of(values, values.length);
  }

  private static Tensor strings(String... values) {
    return Tensor.of(values, values.length);
  }

  @Test
  void nanEqualsNanOnly() {
    assertThat(difference(floats(Float.NaN), floats(Float.NaN))).isEmpty();
    assertThat(difference(floats(Float.NaN), floats(1))).isPresent();
    assertThat(difference(floats(1), floats(Float.NaN))).isPresent();
    assertThat(difference(floats(Float.NaN), floats(Float.POSITIVE_INFINITY))).isPresent();
  }

  @Test
  void infinitiesEqualThemselvesOnly() {
    float infinity = Float.POSITIVE_INFINITY;
    assertThat(difference(floats(infinity, -infinity), floats(infinity, -infinity))).isEmpty();
    assertThat(difference(floats(infinity), floats(-infinity))).isPresent();
    assertThat(difference(floats(infinity), floats(Float.MAX_VALUE))).isPresent();
    assertThat(difference(floats(Float.MAX_VALUE), floats(infinity))).isPresent();
  }

  @Test
  void zerosOfBothSignsAgree() {
    assertThat(difference(floats(0f, -0f), floats(-0f, 0f), EXACT)).isEmpty();
  }

  @Test
  void toleranceIncludesItsEdge() {
    Tolerance tolerance = new Tolerance(0.5, 0.25, OptionalDouble.empty());
    assertThat(difference(floats(2), floats(3.25f), tolerance)).isEmpty();
    assertThat(difference(floats(2), floats(0.75f), tolerance)).isEmpty();
    assertThat(difference(floats(-2), floats(-3.25f), tolerance)).isEmpty();
    assertThat(difference(floats(2), floats(Math.nextUp(3.25f)), tolerance)).isPresent();
    assertThat(difference(floats(2), floats(Math.nextDown(0.75f)), tolerance)).isPresent();
  }

  @Test
  void toleranceIsRelativeToTheExpectedElement() {
    Tolerance tolerance = new Tolerance(0.5, 0, OptionalDouble.empty());
    assertThat(difference(floats(1), floats(2), tolerance)).isPresent();
    assertThat(difference(floats(2), floats(1), tolerance)).isEmpty();
  }

  @Test
  void halvesAndDoublesHaveTheTolerance() {
    Tensor half = Tensor.wrap(DType.F16, new short[] {Half.floatToF16(1)}, 1);
    Tensor nearHalf = Tensor.wrap(DType.F16, new short[] {Half.floatToF16(1.001f)}, 1);
    Tolerance wide = new Tolerance(1e-2, 0, OptionalDouble.empty());
    assertThat(difference(half, nearHalf, wide)).isEmpty();
    assertThat(difference(half, nearHalf, EXACT)).as("one rounding").isEmpty();
    Tensor apart = Tensor.wrap(DType.F16, new short[] {Half.floatToF16(1.002f)}, 1);
    assertThat(difference(half, apart, wide)).isEmpty();
    assertThat(difference(half, apart, EXACT)).as("two roundings").isPresent();
    Tensor one = Tensor.of(new double[] {1}, 1);
    assertThat(difference(one, Tensor.of(new double[] {1.00001}, 1))).isEmpty();
    assertThat(difference(one, Tensor.of(new double[] {1.001}, 1))).isPresent();
  }

  @Test
  void integersAndBooleansAreExact() {
    Tolerance wide = new Tolerance(1, 100, OptionalDouble.empty());
    assertThat(difference(longs(1L << 62), longs((1L << 62) + 1), wide)).isPresent();
    assertThat(difference(longs(-7, Long.MIN_VALUE), longs(-7, Long.MIN_VALUE))).isEmpty();
    Tensor yes = Tensor.wrap(DType.BOOL, new byte[] {1}, 1);
    assertThat(difference(yes, Tensor.wrap(DType.BOOL, new byte[] {0}, 1), wide)).isPresent();
  }

  @Test
  void stringsAreExact() {
    assertThat(difference(strings("é", ""), strings("é", ""))).isEmpty();
    assertThat(difference(strings("a", "b"), strings("a", "B")))
        .hasValue("at [1]: expected 'b' but found 'B'; 1 of 2 elements differ");
  }

  @Test
  void shapesAndDtypesMustAgree() {
    assertThat(difference(Tensor.of(new float[2], 2, 1), floats(0, 0)))
        .hasValue("shape should be [2, 1] but is [2]");
    assertThat(difference(Tensor.of(new float[0], 0, 3), Tensor.of(new float[0], 0, 2)))
        .isPresent();
    assertThat(difference(Tensor.of(new float[0], 0, 3), Tensor.of(new float[0], 0, 3))).isEmpty();
    assertThat(difference(floats(1), Tensor.of(new double[] {1}, 1)))
        .hasValue("dtype should be F32 but is F64");
  }

  @Test
  void readsThroughLayouts() {
    Tensor rows = Tensor.of(new float[] {1, 2, 3, 4}, 2, 2);
    Tensor transposed = new Tensor(rows.storage(), Layout.contiguous(2, 2).permute(1, 0));
    assertThat(difference(Tensor.of(new float[] {1, 3, 2, 4}, 2, 2), transposed)).isEmpty();
    assertThat(difference(rows, transposed))
        .hasValueSatisfying(text -> assertThat(text).startsWith("at [0, 1]: expected 2.0"));
  }

  @Test
  void narrowFloatsAreComparedByBitsAndComplexNumbersByParts() {
    Tensor bits = Tensor.wrap(DType.F8E4M3FN, new byte[] {0x38, (byte) 0xff}, 2);
    assertThat(difference(bits, bits)).isEmpty();
    assertThat(difference(bits, Tensor.wrap(DType.F8E4M3FN, new byte[] {0x38, 0x7f}, 2)))
        .isPresent();
    Tensor complex = complex(1, 2, 3, 4);
    assertThat(difference(complex, complex(1, 2, 3, 4.0001f))).isEmpty();
    assertThat(difference(complex, complex(1, 2, 3, 5)))
        .hasValueSatisfying(text -> assertThat(text).startsWith("at [1, 1]: expected 4.0"));
  }

  private static Tensor complex(float... parts) {
    return new Tensor(
        io.pelton.engine.tensor.HeapStorage.wrap(DType.C64, parts, 0, parts.length / 2),
        Layout.contiguous(parts.length / 2));
  }

  @Test
  void sequencesAreComparedElementByElement() {
    Sequence both = new Sequence(List.of(floats(1), strings("x")));
    assertThat(difference(both, new Sequence(List.of(floats(1), strings("x"))))).isEmpty();
    assertThat(difference(both, new Sequence(List.of(floats(1)))))
        .hasValue("length of the sequence should be 2 but is 1");
    assertThat(difference(both, new Sequence(List.of(floats(1), strings("y")))))
        .hasValueSatisfying(text -> assertThat(text).startsWith("element 1: at [0]:"));
    assertThat(difference(both, floats(1))).hasValue("expected a sequence but found a tensor");
  }

  @Test
  void mapsAreComparedByKey() {
    Mapping expected = new Mapping(longs(3, 7), floats(0.1f, 0.9f));
    assertThat(difference(expected, new Mapping(longs(7, 3), floats(0.9f, 0.1f)))).isEmpty();
    assertThat(difference(expected, new Mapping(longs(7, 3), floats(0.1f, 0.9f))))
        .hasValueSatisfying(text -> assertThat(text).startsWith("at key 3: expected 0.1"));
    assertThat(difference(expected, new Mapping(longs(3, 8), floats(0.1f, 0.9f))))
        .hasValue("keys should be [3, 7] but is [3, 8]");
    assertThat(difference(expected, new Mapping(longs(3, 3), floats(0.1f, 0.9f))))
        .hasValue("key 3 occurs twice");
    assertThat(difference(expected, new Mapping(strings("3", "7"), floats(0.1f, 0.9f))))
        .hasValue("dtype of the keys should be I64 but is STRING");
    Mapping named = new Mapping(strings("no", "yes"), floats(0.1f, 0.9f));
    assertThat(difference(named, new Mapping(strings("yes", "no"), floats(0.9f, 0.1f)))).isEmpty();
  }

  @Test
  void cosineLooksAtTheDirectionOfFloatsOnly() {
    Tolerance cosine = new Tolerance(0, 0, OptionalDouble.of(0.99));
    assertThat(difference(floats(1, 2, 3), floats(2, 4, 6.1f), cosine)).isEmpty();
    assertThat(difference(floats(1, 2, 3), floats(3, 2, 1), cosine))
        .hasValueSatisfying(text -> assertThat(text).contains("at least 0.99 but is 0.71"));
    assertThat(difference(floats(0, 0), floats(0, 0), cosine)).isEmpty();
    assertThat(difference(floats(0, 0), floats(0, 1), cosine)).isPresent();
    assertThat(difference(floats(), floats(), cosine)).isEmpty();
    assertThat(difference(floats(1, Float.NaN), floats(1, Float.NaN), cosine)).isEmpty();
    assertThat(difference(floats(1, Float.NaN), floats(1, 0), cosine)).isPresent();
    assertThat(difference(longs(100), longs(101), cosine)).isPresent();
    assertThat(difference(floats(1, 2), floats(1, 2, 3), cosine)).isPresent();
  }

  @Test
  void saysHowManyElementsDiffer() {
    assertThat(difference(floats(1, 2, 3), floats(1, 2.5f, 4)))
        .hasValue(
            "at [1]: expected 2.0 but found 2.5 (rtol 1.0E-4, atol 1.0E-5); 2 of 3 elements"
                + " differ");
  }
}
