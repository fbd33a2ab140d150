package io.pelton.cuda.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DeviceId;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MemoryLimitTest {
  private static final DeviceId DEVICE = new DeviceId("cuda", 7);
  private static final String PROPERTY = MemoryLimit.DEVICE + 7;
  private static final String PINNED = MemoryLimit.PINNED + 7;

  @AfterEach
  void unset() {
    System.clearProperty(PROPERTY);
    System.clearProperty(PINNED);
  }

  @Test
  void nineTenthsOfWhatIsFreeWhereNothingIsSaid() {
    assertThat(MemoryLimit.ofDevice(DEVICE).of(1000)).isEqualTo(900);
    assertThat(MemoryLimit.ofPinned(DEVICE).of(1000)).isEqualTo(256L << 20);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1",
    "4096, 4096",
    "3k, 3072",
    "512m, 536870912",
    "8g, 8589934592",
    "' 8G ', 8589934592",
    "0.5, 500",
    "1.0, 1000",
    "0.001, 1",
    "999999999999999999, 999999999999999999"
  })
  void bytesOrAFraction(String text, long bytes) {
    System.setProperty(PROPERTY, text);
    assertThat(MemoryLimit.ofDevice(DEVICE).of(1000)).isEqualTo(bytes);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "0", "-1", "1.5", "0.0", "8t", "8 g", "many", "1e9", "50%", ".5", "k"})
  void anythingElseIsRefused(String text) {
    System.setProperty(PROPERTY, text);
    assertThatThrownBy(() -> MemoryLimit.ofDevice(DEVICE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the system property pelton.cuda.memory.7 should be a number of bytes above 0, such as"
                + " 8g or 512m, or a fraction of the free memory up to 1.0, such as 0.5, but is '"
                + text
                + "'");
  }

  @Test
  void pinnedMemoryIsNoFractionOfTheDevices() {
    System.setProperty(PINNED, "64m");
    assertThat(MemoryLimit.ofPinned(DEVICE).of(1000)).isEqualTo(64L << 20);
    System.setProperty(PINNED, "0.5");
    assertThatThrownBy(() -> MemoryLimit.ofPinned(DEVICE))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "the system property pelton.cuda.pinned.7 should be a number of bytes above 0, such as"
                + " 8g or 512m, but is '0.5'");
  }
}
