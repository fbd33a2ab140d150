package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class PrecisionTest {
  @Test
  void aTighterBoundMeetsALooserFloor() {
    Precision two = Precision.within(2);
    assertThat(Precision.EXACT_BITS.meets(Precision.EXACT_BITS)).isTrue();
    assertThat(Precision.EXACT_BITS.meets(two)).isTrue();
    assertThat(two.meets(two)).isTrue();
    assertThat(two.meets(Precision.within(1.5))).isFalse();
    assertThat(two.meets(Precision.EXACT_BITS)).isFalse();
    assertThat(two.meets(Precision.REDUCED)).isTrue();
    assertThat(Precision.REDUCED.meets(two)).isFalse();
    assertThat(two.unstable().meets(two)).isTrue();
  }

  @Test
  void onlyNoDistanceAtAllIsExact() {
    assertThat(Precision.EXACT_BITS.isExact()).isTrue();
    assertThat(Precision.within(0.5).isExact()).isFalse();
    assertThat(Precision.within(0.5).isBitStable()).isTrue();
    assertThat(Precision.within(0.5).unstable().isBitStable()).isFalse();
  }

  @Test
  void describesItself() {
    assertThat(Precision.EXACT_BITS).hasToString("exact bits");
    assertThat(Precision.within(2)).hasToString("within 2.0 ulps");
    assertThat(Precision.REDUCED.unstable()).hasToString("reduced, not bit-stable");
  }

  @Test
  void refusesWhatContradictsItself() {
    assertThatIllegalArgumentException().isThrownBy(() -> Precision.EXACT_BITS.unstable());
    assertThatIllegalArgumentException().isThrownBy(() -> Precision.within(-1));
    assertThatIllegalArgumentException().isThrownBy(() -> Precision.within(Double.NaN));
  }
}
