package io.pelton.cpu.kernel.elementwise;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberTextTest {
  private static final int COUNT = 10_000;

  @Test
  void everyFloatReadsBack() {
    Random random = new Random(1);
    for (int i = 0; i < COUNT; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      assertThat(NumberText.toFloat(NumberText.of(value))).isEqualTo((Object) value);
    }
  }

  @Test
  void everyDoubleReadsBack() {
    Random random = new Random(2);
    for (int i = 0; i < COUNT; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      assertThat(NumberText.toDouble(NumberText.of(value))).isEqualTo((Object) value);
    }
  }

  /** Where eight digits read back, the text is C's {@code %.8g}. */
  @Test
  void spellsAsPrintfDoes() {
    assertThat(NumberText.of(123456792f)).isEqualTo("1.2345679e+08");
    assertThat(NumberText.of(100000000f)).isEqualTo("1e+08");
    assertThat(NumberText.of(12345678f)).isEqualTo("12345678");
    assertThat(NumberText.of(0.00025f)).isEqualTo("0.00025000001");
    assertThat(NumberText.of(0.00001f)).isEqualTo("9.9999997e-06");
    assertThat(NumberText.of(-2.5e-30f)).isEqualTo("-2.5e-30");
    assertThat(NumberText.of(Float.MIN_VALUE)).isEqualTo("1.4012985e-45");
    assertThat(NumberText.of(Float.MAX_VALUE)).isEqualTo("3.4028235e+38");
    assertThat(NumberText.of(1.5)).isEqualTo("1.5");
    assertThat(NumberText.of(1e100)).isEqualTo("1e+100");
  }

  @Test
  void takesMoreDigitsWhereEightDoNotReadBack() {
    assertThat(NumberText.of(0x1.5b384ap-27f)).isEqualTo("1.01054285e-08");
    assertThat(NumberText.of(0x1.d9e5c4p-14f)).isEqualTo("0.000112985974");
    assertThat(NumberText.of(0.1)).isEqualTo("0.1");
    assertThat(NumberText.of(1.0 / 3)).isEqualTo("0.3333333333333333");
    assertThat(NumberText.of(12345678901.0)).isEqualTo("12345678901");
    assertThat(NumberText.of(9007199254740992.0)).isEqualTo("9007199254740992");
  }
}
