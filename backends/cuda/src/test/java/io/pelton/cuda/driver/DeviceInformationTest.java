package io.pelton.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.tensor.DeviceId;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DeviceInformationTest {
  private static DeviceInformation device(
      int major, int minor, int multiprocessors, int clock, int memoryClock, int bus) {
    return new DeviceInformation(
        new DeviceId("cuda", 0),
        "test",
        major,
        minor,
        multiprocessors,
        16L << 30,
        clock,
        memoryClock,
        bus);
  }

  /** Rates from the vendor's data sheets: T4, A100 40 GB, L4, H100 PCIe. */
  @ParameterizedTest
  @CsvSource({
    "7, 5, 40, 1590000, 5001000, 256, 8.1e12, 320e9",
    "8, 0, 108, 1410000, 1215000, 5120, 19.5e12, 1555e9",
    "8, 9, 58, 2040000, 6251000, 192, 30.3e12, 300e9",
    "9, 0, 114, 1755000, 1593000, 5120, 51.2e12, 2039e9"
  })
  void ratesAreThoseOfTheDataSheet(
      int major,
      int minor,
      int multiprocessors,
      int clock,
      int memoryClock,
      int bus,
      double flops,
      double bandwidth) {
    DeviceModel model = device(major, minor, multiprocessors, clock, memoryClock, bus).model();
    assertThat(model.flopsPerSecond()).isCloseTo(flops, within(flops * 0.01));
    assertThat(model.bytesPerSecond()).isCloseTo(bandwidth, within(bandwidth * 0.01));
    assertThat(model.launchNanos()).isEqualTo(5_000);
  }

  @Test
  void whatTheDriverDoesNotSayIsUsual() {
    DeviceModel model = device(8, 0, 108, 0, 0, 5120).model();
    assertThat(model.flopsPerSecond()).isEqualTo(8e12);
    assertThat(model.bytesPerSecond()).isEqualTo(300e9);
  }

  @ParameterizedTest
  @CsvSource({"7, 0, false", "6, 1, false", "7, 5, true", "8, 0, true", "12, 0, true"})
  void kernelsNeedTuringOrLater(int major, int minor, boolean isSupported) {
    assertThat(device(major, minor, 1, 1, 1, 1).isSupported()).isEqualTo(isSupported);
  }

  @Test
  void isDescribedInOneLine() {
    assertThat(device(7, 5, 40, 1, 1, 1))
        .hasToString("device 0 test (compute capability 7.5, 16384 MiB)");
  }
}
