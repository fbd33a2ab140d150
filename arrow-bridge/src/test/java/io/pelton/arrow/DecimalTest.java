package io.pelton.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Half;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import java.util.Random;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Decimals as floats, rounded once, and as the integers that they are. */
class DecimalTest extends AllocatorTestBase {
  private ArrowBatch batch(int bits, int scale, BigDecimal... values) {
    ArrowType type = new ArrowType.Decimal(bits == 128 ? 38 : 76, scale, bits);
    return Vectors.batch(Vectors.of(allocator.arrow(), type, (Object[]) values));
  }

  private static Tensor copied(ArrowBatch batch, DType dtype) {
    BatchBinder binder =
        BatchBinder.of(
            batch.schema(),
            List.of(new ModelInput("x", dtype, Shape.UNRANKED)),
            List.of(InputBinding.column("x", "a")));
    // a packed tensor stays readable until the next batch
    try (BoundBatch bound = binder.bind(batch)) {
      return bound.tensors().get(0);
    }
  }

  @ParameterizedTest
  @CsvSource({"128,0", "128,2", "128,30", "128,-3", "256,5", "256,60", "256,-20"})
  void floatsAreRoundedOnce(int bits, int scale) {
    Random random = new Random(31L * bits + scale);
    BigDecimal[] values = new BigDecimal[600];
    for (int i = 0; i < values.length; i++) {
      BigInteger unscaled = new BigInteger(1 + random.nextInt(bits == 128 ? 120 : 240), random);
      if (i % 3 == 0) {
        unscaled = tie(random, scale);
      }
      values[i] = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
    }
    try (ArrowBatch batch = batch(bits, scale, values)) {
      double[] doubles = copied(batch, DType.F64).toDoubles();
      float[] floats = copied(batch, DType.F32).toFloats();
      float[] halves = copied(batch, DType.F16).toFloats();
      for (int i = 0; i < values.length; i++) {
        assertThat(doubles[i]).as("%s", values[i]).isEqualTo(values[i].doubleValue());
        assertThat(floats[i]).as("%s", values[i]).isEqualTo(Float.parseFloat(values[i].toString()));
        assertThat(halves[i]).as("%s", values[i]).isEqualTo(nearestHalf(values[i]));
      }
    }
  }

  /** Close to the middle between two floats, where rounding twice goes wrong. */
  private static BigInteger tie(Random random, int scale) {
    float low = random.nextInt(1 << 20) / 1024f;
    BigDecimal middle =
        new BigDecimal(low)
            .add(new BigDecimal(Math.nextUp(low)))
            .divide(BigDecimal.valueOf(2))
            .setScale(scale, java.math.RoundingMode.FLOOR);
    return middle.unscaledValue().add(BigInteger.valueOf(random.nextInt(3) - 1)).abs();
  }

  private static float nearestHalf(BigDecimal value) {
    short guess = Half.doubleToF16(value.doubleValue());
    float best = Half.f16ToFloat(guess);
    if (Float.isInfinite(best) || value.abs().compareTo(BigDecimal.valueOf(65520)) >= 0) {
      return value.signum() * Float.POSITIVE_INFINITY;
    }
    for (int step = -1; step <= 1; step++) {
      float candidate = Half.f16ToFloat((short) (guess + step));
      if (Float.isFinite(candidate) && Math.signum(candidate) * value.signum() >= 0) {
        BigDecimal was = new BigDecimal(best).subtract(value).abs();
        BigDecimal is = new BigDecimal(candidate).subtract(value).abs();
        boolean even = ((guess + step) & 1) == 0;
        if (is.compareTo(was) < 0 || (is.compareTo(was) == 0 && even)) {
          best = candidate;
        }
      }
    }
    return best;
  }

  @Test
  void integersAreExactOrRefused() {
    BigDecimal highest = new BigDecimal("18446744073709551615.00");
    try (ArrowBatch batch = batch(128, 2, new BigDecimal("-7.00"), new BigDecimal("127.00"))) {
      assertThat(copied(batch, DType.I8).toLongs()).containsExactly(-7, 127);
      assertThat(copied(batch, DType.I64).toLongs()).containsExactly(-7, 127);
      refused(batch, DType.U64, "row 0: -7.00 does not fit U64");
    }
    try (ArrowBatch batch = batch(256, 2, highest, new BigDecimal("1.00"))) {
      assertThat(copied(batch, DType.U64).toLongs()).containsExactly(-1, 1);
      refused(batch, DType.I64, "row 0: 18446744073709551615.00 does not fit I64");
    }
    try (ArrowBatch batch = batch(128, 2, new BigDecimal("1.00"), new BigDecimal("1.50"))) {
      refused(batch, DType.I32, "row 1: 1.50 does not fit I32");
    }
    try (ArrowBatch batch = batch(128, 0, BigDecimal.ONE, new BigDecimal("300"))) {
      refused(batch, DType.U8, "row 1: 300 does not fit U8");
    }
    try (ArrowBatch batch = batch(128, -2, new BigDecimal("12E+2"))) {
      assertThat(copied(batch, DType.I32).toLongs()).containsExactly(1200);
    }
    try (ArrowBatch batch = batch(256, -2_000_000_000, new BigDecimal("12E+2000000000"))) {
      refused(batch, DType.I32, "row 0: 1.2E+2000000001 does not fit I32");
    }
  }

  private static void refused(ArrowBatch batch, DType dtype, String message) {
    assertThatThrownBy(() -> copied(batch, dtype))
        .isInstanceOf(ValueOutOfRange.class)
        .hasMessageContaining(message);
  }

  @Test
  void theSlotsOfNullsAreNotLookedAt() {
    ArrowType type = new ArrowType.Decimal(38, 2, 128);
    try (ArrowBatch batch =
        Vectors.batch(Vectors.of(allocator.arrow(), type, new BigDecimal("1.00"), null))) {
      batch.vector(0).getDataBuffer().setLong(16, 155);
      batch.vector(0).getDataBuffer().setLong(24, 0);
      BatchBinder binder =
          BatchBinder.of(
              batch.schema(),
              List.of(new ModelInput("x", DType.I64, Shape.UNRANKED)),
              List.of(InputBinding.column("x", "a").withNulls(NullPolicy.defaultValue(9L))));
      try (BoundBatch bound = binder.bind(batch)) {
        assertThat(bound.tensors().get(0).toLongs()).containsExactly(1, 9);
      }
    }
  }
}
