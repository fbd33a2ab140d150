package io.pelton.cpu.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

class DoubleMathTest {
  @Test
  void sigmoid() {
    assertThat(DoubleMath.sigmoid(0)).isEqualTo(0.5);
    assertThat(DoubleMath.sigmoid(-0.8472978603872037)).isCloseTo(0.3, within(1e-15));
    assertThat(DoubleMath.sigmoid(Double.POSITIVE_INFINITY)).isEqualTo(1);
    assertThat(DoubleMath.sigmoid(Double.NEGATIVE_INFINITY)).isEqualTo(0);
    assertThat(DoubleMath.sigmoid(-700)).isCloseTo(StrictMath.exp(-700), within(1e-315));
    assertThat(DoubleMath.sigmoid(Double.NaN)).isNaN();
  }
}
