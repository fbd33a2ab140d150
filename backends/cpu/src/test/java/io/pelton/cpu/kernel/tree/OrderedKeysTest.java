package io.pelton.cpu.kernel.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class OrderedKeysTest {
  private static final long SEED = 7;

  @Test
  void keysAreInTheOrderOfTheirNumbers() {
    Random random = new Random(SEED);
    for (int i = 0; i < 100_000; i++) {
      float a = Float.intBitsToFloat(random.nextInt());
      float b = i % 2 == 0 ? Float.intBitsToFloat(random.nextInt()) : Math.nextUp(a);
      double c = Double.longBitsToDouble(random.nextLong());
      double d = i % 2 == 0 ? Double.longBitsToDouble(random.nextLong()) : Math.nextDown(c);
      if (!Float.isNaN(a) && !Float.isNaN(b)) {
        assertThat(OrderedKeys.of(a) <= OrderedKeys.of(b))
            .as("seed %d: %s <= %s", SEED, a, b)
            .isEqualTo(a <= b);
      }
      if (!Double.isNaN(c) && !Double.isNaN(d)) {
        assertThat(OrderedKeys.of(c) <= OrderedKeys.of(d))
            .as("seed %d: %s <= %s", SEED, c, d)
            .isEqualTo(c <= d);
      }
    }
  }

  @Test
  void zerosAreOneAndNaNsAreAboveInfinity() {
    assertThat(OrderedKeys.of(-0.0f)).isEqualTo(OrderedKeys.of(0.0f)).isZero();
    assertThat(OrderedKeys.of(-0.0)).isEqualTo(OrderedKeys.of(0.0)).isZero();
    int infinity = OrderedKeys.of(Float.POSITIVE_INFINITY);
    long wideInfinity = OrderedKeys.of(Double.POSITIVE_INFINITY);
    for (int bits : new int[] {0x7fc00000, 0x7f800001, 0xffc00000, 0xffffffff}) {
      float nan = Float.intBitsToFloat(bits);
      assertThat(OrderedKeys.of(nan)).isGreaterThan(infinity);
      assertThat(OrderedKeys.of((double) nan)).isGreaterThan(wideInfinity);
    }
    assertThat(OrderedKeys.of(Float.NEGATIVE_INFINITY) - 1).isGreaterThan(OrderedKeys.NAN_FIRST);
    assertThat(OrderedKeys.of(Double.NEGATIVE_INFINITY) - 1)
        .isGreaterThan(OrderedKeys.WIDE_NAN_FIRST);
  }
}
