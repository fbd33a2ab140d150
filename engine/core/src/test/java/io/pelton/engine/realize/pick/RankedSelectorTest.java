package io.pelton.engine.realize.pick;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankedSelectorTest {
  private static final long SEED = 20_261_130;
  private static final DeviceId ONE = DeviceId.parse("cpu");
  private static final DeviceId TWO = DeviceId.parse("cpu:1");

  private final RuntimeSelector selector = new RankedSelector();
  private final Map<DeviceId, DeviceTelemetry> telemetry = new HashMap<>();

  private static DeviceTelemetry device(long free, long total, int queue, double latency) {
    return new DeviceTelemetry(
        OptionalLong.of(free),
        OptionalLong.of(total),
        OptionalInt.of(queue),
        OptionalDouble.of(latency));
  }

  private static ArmEstimate arm(int index, DeviceId device, long bytes) {
    return new ArmEstimate(index, Map.of(device, OptionalLong.of(bytes)));
  }

  private int select(ArmEstimate... arms) {
    return selector.select(
        "either", List.of(arms), device -> telemetry.getOrDefault(device, DeviceTelemetry.UNKNOWN));
  }

  /** Arm 0 on the first device, arm 1 on the second, 10 bytes each. */
  private int select(DeviceTelemetry first, DeviceTelemetry second) {
    telemetry.put(ONE, first);
    telemetry.put(TWO, second);
    return select(arm(0, ONE, 10), arm(1, TWO, 10));
  }

  @Test
  void whatFitsComesFirst() {
    assertThat(select(device(9, 1000, 0, 0), device(10, 1000, 1000, 1e9))).isEqualTo(1);
    assertThat(select(device(10, 1000, 1000, 1e9), device(9, 1000, 0, 0))).isZero();
  }

  @Test
  void thenTheMemoryThatIsLeft() {
    assertThat(select(device(259, 1000, 0, 0), device(260, 1000, 1000, 1e9))).isEqualTo(1);
    assertThat(select(device(109, 1000, 0, 0), device(110, 1000, 1000, 1e9))).isEqualTo(1);
    assertThat(select(device(259, 1000, 0, 0), device(110, 1000, 0, 0))).as("one class").isZero();
    assertThat(select(device(260, 1000, 0, 0), device(1000, 1000, 0, 0))).as("one class").isZero();
    assertThat(select(device(109, 1000, 0, 0), device(10, 1000, 0, 0))).as("one class").isZero();
  }

  @Test
  void thenTheLoad() {
    assertThat(select(device(500, 1000, 5, 0), device(500, 1000, 4, 1e9))).isEqualTo(1);
    assertThat(select(device(500, 1000, 33, 0), device(500, 1000, 32, 1e9))).isEqualTo(1);
    assertThat(select(device(500, 1000, 32, 0), device(500, 1000, 5, 0))).as("one class").isZero();
  }

  @Test
  void thenTheLatency() {
    assertThat(select(device(500, 1000, 4, 100_001), device(500, 1000, 0, 100_000))).isEqualTo(1);
    assertThat(select(device(500, 1000, 4, 1e7 + 1), device(500, 1000, 0, 1e7))).isEqualTo(1);
    assertThat(select(device(500, 1000, 4, 1e7), device(500, 1000, 0, 2e5)))
        .as("one class")
        .isZero();
  }

  @Test
  void thenTheIndex() {
    assertThat(select(device(500, 1000, 4, 1), device(500, 1000, 0, 0))).isZero();
    assertThat(select(arm(0, ONE, 10), arm(1, ONE, 5), arm(2, TWO, 0))).isZero();
  }

  @Test
  void unknownIsComfortable() {
    assertThat(select(device(109, 1000, 5, 1e9), DeviceTelemetry.UNKNOWN)).isEqualTo(1);
    assertThat(select(DeviceTelemetry.UNKNOWN, device(1000, 1000, 0, 0))).isZero();
    DeviceTelemetry noTotal =
        new DeviceTelemetry(
            OptionalLong.of(10), OptionalLong.empty(), OptionalInt.empty(), OptionalDouble.empty());
    assertThat(select(device(109, 1000, 0, 0), noTotal)).isEqualTo(1);
    ArmEstimate unknownNeed = new ArmEstimate(1, Map.of(TWO, OptionalLong.empty()));
    telemetry.put(TWO, device(0, 1000, 0, 0));
    assertThat(select(arm(0, ONE, 10), unknownNeed)).isEqualTo(1);
    telemetry.put(TWO, device(0, 1000, 5, 0));
    telemetry.put(ONE, device(1000, 1000, 5, 1e9));
    assertThat(select(arm(0, ONE, 10), unknownNeed)).as("the load is known").isEqualTo(1);
  }

  @Test
  void withoutTelemetryOrRoomArmZeroRuns() {
    assertThat(select(arm(0, ONE, 1 << 30), arm(1, TWO, 1), arm(2, TWO, 0))).isZero();
    assertThat(select(device(9, 1000, 100, 1e9), device(9, 1000, 0, 0))).isZero();
  }

  @Test
  void anArmOnTwoDevicesRanksByTheWorst() {
    telemetry.put(ONE, device(1000, 1000, 0, 0));
    telemetry.put(TWO, device(9, 1000, 0, 0));
    ArmEstimate both =
        new ArmEstimate(0, Map.of(ONE, OptionalLong.of(10), TWO, OptionalLong.of(10)));
    assertThat(select(both, arm(1, ONE, 10))).isEqualTo(1);
    telemetry.put(TWO, device(1000, 1000, 5, 0));
    assertThat(select(both, arm(1, ONE, 10))).isEqualTo(1);
    assertThat(select(both, new ArmEstimate(1, Map.of()))).as("nothing to run").isEqualTo(1);
  }

  @Test
  void aDeviceIsAskedOnce() {
    List<DeviceId> asked = new ArrayList<>();
    selector.select(
        "either",
        List.of(arm(0, ONE, 1), arm(1, ONE, 2), arm(2, TWO, 3)),
        device -> {
          asked.add(device);
          return DeviceTelemetry.UNKNOWN;
        });
    assertThat(asked).containsExactly(ONE, TWO);
    assertThatThrownBy(() -> selector.select("either", List.of(arm(0, ONE, 1)), device -> null))
        .isInstanceOf(NullPointerException.class)
        .hasMessage("telemetry of cpu");
  }

  @Test
  void randomTablesAgreeWithANaiveComparison() {
    Random random = new Random(SEED);
    int[] picks = new int[4];
    for (int round = 0; round < 20_000; round++) {
      List<DeviceId> devices = new ArrayList<>();
      telemetry.clear();
      for (int i = 0; i < 3; i++) {
        devices.add(new DeviceId("cpu", i));
        telemetry.put(devices.get(i), randomDevice(random));
      }
      ArmEstimate[] arms = new ArmEstimate[2 + random.nextInt(3)];
      for (int i = 0; i < arms.length; i++) {
        Map<DeviceId, OptionalLong> bytes = new LinkedHashMap<>();
        for (int n = random.nextInt(3); n >= 0; n--) {
          bytes.put(devices.get(random.nextInt(3)), maybe(random, 1200));
        }
        arms[i] = new ArmEstimate(i, bytes);
      }
      int expected = naive(arms);
      assertThat(select(arms)).as("seed %d, round %d", SEED, round).isEqualTo(expected);
      picks[expected]++;
    }
    assertThat(picks).as("how often each arm").doesNotContain(0);
  }

  private static DeviceTelemetry randomDevice(Random random) {
    OptionalLong queue = maybe(random, 50);
    OptionalLong latency = maybe(random, 20_000_000);
    return new DeviceTelemetry(
        maybe(random, 1000),
        random.nextInt(6) == 0 ? OptionalLong.empty() : OptionalLong.of(1000),
        queue.isEmpty() ? OptionalInt.empty() : OptionalInt.of((int) queue.getAsLong()),
        latency.isEmpty()
            ? OptionalDouble.empty()
            : OptionalDouble.of((double) (latency.getAsLong() >> random.nextInt(10))));
  }

  private static OptionalLong maybe(Random random, int bound) {
    return random.nextInt(6) == 0 ? OptionalLong.empty() : OptionalLong.of(random.nextInt(bound));
  }

  /** One decimal number an arm, the most important key in front. */
  private int naive(ArmEstimate... arms) {
    int best = 0;
    int least = Integer.MAX_VALUE;
    for (ArmEstimate arm : arms) {
      int memory = 0;
      int load = 0;
      int latency = 0;
      boolean fits = true;
      for (DeviceId id : arm.bytes().keySet()) {
        DeviceTelemetry device = telemetry.get(id);
        OptionalLong need = arm.bytes().get(id);
        if (need.isPresent() && device.freeBytes().isPresent()) {
          long left = device.freeBytes().getAsLong() - need.getAsLong();
          fits = fits && left >= 0;
          if (device.totalBytes().isPresent()) {
            memory = Math.max(memory, left < 100 ? 2 : left < 250 ? 1 : 0);
          }
        }
        int queue = device.queueDepth().orElse(0);
        load = Math.max(load, queue > 32 ? 2 : queue > 4 ? 1 : 0);
        double nanos = device.latencyNanos().orElse(0);
        latency = Math.max(latency, nanos > 1e7 ? 2 : nanos > 1e5 ? 1 : 0);
      }
      int rank = 100 * memory + 10 * load + latency;
      if (fits && rank < least) {
        least = rank;
        best = arm.index();
      }
    }
    return best;
  }
}
