package io.pelton.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class HalfTest {
  @Test
  void everyHalfSurvivesTheRoundTrip() {
    for (int bits = 0; bits < 0x10000; bits++) {
      short half = (short) bits;
      float f16 = Half.f16ToFloat(half);
      if (!Float.isNaN(f16)) {
        assertThat(Half.floatToF16(f16)).isEqualTo(half);
      } else {
        assertThat(Half.f16ToFloat(Half.floatToF16(f16))).isNaN();
      }
      float bf16 = Half.bf16ToFloat(half);
      if (!Float.isNaN(bf16)) {
        assertThat(Half.floatToBf16(bf16)).isEqualTo(half);
      } else {
        assertThat(Half.bf16ToFloat(Half.floatToBf16(bf16))).isNaN();
      }
    }
  }

  @Test
  void knownValues() {
    assertThat(Half.floatToF16(1f)).isEqualTo((short) 0x3c00);
    assertThat(Half.floatToF16(65504f)).isEqualTo((short) 0x7bff);
    assertThat(Half.floatToF16(65519.99f)).isEqualTo((short) 0x7bff);
    assertThat(Half.floatToF16(65520f)).isEqualTo((short) 0x7c00);
    assertThat(Half.floatToF16(0x1p-24f)).isEqualTo((short) 1);
    assertThat(Half.floatToF16(0x1p-25f)).isEqualTo((short) 0);
    assertThat(Half.floatToF16(-0f)).isEqualTo((short) 0x8000);
    assertThat(Half.floatToBf16(3.3895314e38f)).isEqualTo((short) 0x7f7f);
  }

  @Test
  void roundingIsToTheNearestAndToEvenBetweenTwo() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      double value = (random.nextDouble() - 0.5) * Math.pow(2, random.nextInt(34) - 18);
      assertNearest(value, Half.doubleToF16(value), Half::f16ToFloat);
      assertNearest(value, Half.doubleToBf16(value), Half::bf16ToFloat);
    }
  }

  @Test
  void floatsAreRoundedAsDoubles() {
    Random random = new Random(8);
    for (int i = 0; i < 1_000_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      assertThat(Half.floatToF16(value)).isEqualTo(Half.doubleToF16(value));
    }
    for (int bits = 0; bits < 0x7c00; bits++) {
      float half = Half.f16ToFloat((short) bits);
      float tie = (half + Half.f16ToFloat((short) (bits + 1))) / 2;
      for (float value : new float[] {half, tie, Math.nextUp(tie), Math.nextDown(tie)}) {
        assertThat(Half.floatToF16(value)).isEqualTo(Half.doubleToF16(value));
        assertThat(Half.floatToF16(-value)).isEqualTo(Half.doubleToF16(-value));
      }
    }
  }

  private interface Widen {
    float apply(short bits);
  }

  private static void assertNearest(double value, short bits, Widen widen) {
    double error = Math.abs(widen.apply(bits) - value);
    for (int step : new int[] {-1, 1}) {
      double other = Math.abs(widen.apply((short) (bits + step)) - value);
      boolean isBetter = error < other || (error == other && (bits & 1) == 0);
      assertThat(isBetter || Double.isNaN(other)).as("%s -> %x", value, bits).isTrue();
    }
  }
}
