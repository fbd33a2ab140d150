package io.pelton.flink;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidSetting;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What a policy says, and what it refuses. */
class BatchPolicyTest {
  @Test
  void theDefaultsAreModest() {
    BatchPolicy policy = BatchPolicy.defaults();
    assertThat(policy.maxRows()).isEqualTo(1024);
    assertThat(policy.linger()).isEqualTo(Duration.ofMillis(5));
    assertThat(policy.maxBytes()).isEmpty();
    assertThat(policy.latencyTarget()).isEmpty();
  }

  @Test
  void settingsAddUp() {
    BatchPolicy policy =
        BatchPolicy.of(64, Duration.ofSeconds(1))
            .withLatencyTarget(Duration.ofMillis(20))
            .withMaxBytes(MemorySize.ofMebiBytes(4));
    assertThat(policy.maxRows()).isEqualTo(64);
    assertThat(policy.linger()).isEqualTo(Duration.ofSeconds(1));
    assertThat(policy.latencyTarget()).contains(Duration.ofMillis(20));
    assertThat(policy.maxBytes()).contains(MemorySize.ofMebiBytes(4));
    assertThat(policy).hasToString("within PT0.02S, up to 64 rows, linger PT1S, up to 4 mb");
    assertThat(BatchPolicy.single()).hasToString("single rows");
  }

  @Test
  void anAdaptivePolicyLingersNoLongerThanItsTarget() {
    assertThat(BatchPolicy.adaptive(Duration.ofMillis(2)).linger()).isEqualTo(Duration.ofMillis(2));
    assertThat(BatchPolicy.adaptive(Duration.ofMillis(50)))
        .isEqualTo(BatchPolicy.defaults().withLatencyTarget(Duration.ofMillis(50)));
  }

  @ParameterizedTest
  @MethodSource
  void policiesAreValues(BatchPolicy policy) throws Exception {
    BatchPolicy copy = InstantiationUtil.clone(policy);
    assertThat(copy).isEqualTo(policy).hasSameHashCodeAs(policy).hasToString(policy.toString());
    assertThat(policiesAreValues()).filteredOn(policy::equals).hasSize(1);
    assertThat(policy).isNotEqualTo("a policy");
  }

  static List<BatchPolicy> policiesAreValues() {
    return List.of(
        BatchPolicy.defaults(),
        BatchPolicy.single(),
        BatchPolicy.of(64, Duration.ofMillis(5)),
        BatchPolicy.of(64, Duration.ofMillis(6)),
        BatchPolicy.adaptive(Duration.ofMillis(6)),
        BatchPolicy.adaptive(Duration.ofMillis(7)),
        BatchPolicy.defaults().withMaxBytes(new MemorySize(1)),
        BatchPolicy.defaults().withMaxBytes(new MemorySize(2)));
  }

  @ParameterizedTest
  @MethodSource
  void aTargetHasBounds(Duration target) {
    assertThatThrownBy(() -> BatchPolicy.adaptive(target))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("latencyTarget")
        .hasMessageContaining("PT0.001S to PT24H")
        .hasMessageContaining("found " + target);
    assertThatThrownBy(() -> BatchPolicy.defaults().withLatencyTarget(target))
        .isInstanceOf(InvalidSetting.class);
  }

  static List<Duration> aTargetHasBounds() {
    return List.of(
        Duration.ofNanos(999_999),
        Duration.ZERO,
        Duration.ofMillis(-1),
        BatchPolicy.LONGEST.plusNanos(1),
        Duration.ofSeconds(Long.MAX_VALUE));
  }

  @Test
  void singleRowsHaveNothingToAdapt() {
    assertThatThrownBy(() -> BatchPolicy.single().withLatencyTarget(Duration.ofMillis(5)))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("latencyTarget")
        .hasMessageContaining("maxRows 1");
  }

  @Test
  void aBatchOfNoBytesIsRefused() {
    assertThatThrownBy(() -> BatchPolicy.defaults().withMaxBytes(MemorySize.ZERO))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("maxBytes")
        .hasMessageContaining("single()");
  }

  @Test
  void nullsAreRefused() {
    assertThatThrownBy(() -> BatchPolicy.adaptive(null)).isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> BatchPolicy.defaults().withMaxBytes(null))
        .isInstanceOf(InvalidSetting.class);
    assertThatThrownBy(() -> BatchPolicy.defaults().withLatencyTarget(null))
        .isInstanceOf(InvalidSetting.class);
  }
}
