package io.pelton.flink.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.flink.error.InvalidSetting;
import java.time.Duration;
import java.util.Map;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class QueryOptionsTest {
  private static final String CAPACITY = "table.exec.async-ml-predict.max-concurrent-operations";
  private static final String TIMEOUT = "table.exec.async-ml-predict.timeout";
  private static final Duration LINGER = Duration.ofMillis(20);

  private static QueryOptions of(Map<String, String> query, Map<String, String> session) {
    return new QueryOptions(query, Configuration.fromMap(session));
  }

  @Test
  void aQueryHasThePlaceOfTheModel() {
    QueryOptions query = of(Map.of("batch.max-rows", "4", "async", "true"), Map.of());

    assertThat(query.over(Map.of("batch.max-rows", "8", "model", "m.onnx")))
        .containsOnly(Map.entry("batch.max-rows", "4"), Map.entry("model", "m.onnx"));
  }

  @Test
  void theCapacityIsTheQuerysOrTheSessions() {
    assertThat(of(Map.of(), Map.of()).capacity()).isEqualTo(10);
    assertThat(of(Map.of(), Map.of(CAPACITY, "64")).capacity()).isEqualTo(64);
    assertThat(of(Map.of("max-concurrent-operations", "2"), Map.of(CAPACITY, "64")).capacity())
        .isEqualTo(2);
  }

  @Test
  void aCapacityOfNothingIsRefused() {
    assertThatThrownBy(() -> of(Map.of("max-concurrent-operations", "0"), Map.of()).capacity())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'max-concurrent-operations': expected 1 or more, found 0");
    assertThatThrownBy(() -> of(Map.of(), Map.of(CAPACITY, "-1")).capacity())
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'" + CAPACITY + "': expected 1 or more, found -1");
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "-1 s"})
  void aTimeoutOfNothingIsRefused(String timeout) {
    assertThatThrownBy(() -> of(Map.of("timeout", timeout), Map.of()).checkTimeout(LINGER))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'timeout'");
  }

  @Test
  void rowsMayNotWaitLongerThanTheTimeout() {
    assertThatThrownBy(() -> of(Map.of("timeout", "20 ms"), Map.of()).checkTimeout(LINGER))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'timeout': expected more than 'batch.linger', 20 ms, found 20 ms");
    assertThatThrownBy(() -> of(Map.of(), Map.of(TIMEOUT, "5 ms")).checkTimeout(LINGER))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'" + TIMEOUT + "'");
    assertThatCode(
            () -> {
              of(Map.of("timeout", "21 ms"), Map.of(TIMEOUT, "5 ms")).checkTimeout(LINGER);
              of(Map.of(), Map.of()).checkTimeout(LINGER);
              of(Map.of(), Map.of(TIMEOUT, "0 ms")).checkTimeout(LINGER);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void keysThatNoQueryMayGiveAreRefused() {
    assertThatThrownBy(() -> of(Map.of("checksum", "00"), Map.of()))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("'checksum' of the query: expected one of [async, batch.linger, ")
        .hasMessageContaining("timeout]")
        .hasMessageContaining("found an option of the model");
    assertThatThrownBy(() -> of(Map.of("retries", "3"), Map.of()))
        .isInstanceOf(InvalidSetting.class)
        .hasMessageContaining("found an unknown option");
  }
}
