package io.pelton.cpu.property;

import io.pelton.engine.realize.pick.BackendRuntimeLookup;
import io.pelton.engine.realize.pick.DeviceTelemetry;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Random;

/** What devices report of themselves in one scenario: anything, but always the same. */
final class Telemetry implements BackendRuntimeLookup {
  /** Arms allocate about as much. */
  private static final int TOTAL = 4_000;

  private static final List<Integer> QUEUES = List.of(0, 10, 100);
  private static final List<Double> LATENCIES = List.of(1e3, 1e6, 1e9);

  private final DeviceTelemetry host;
  private final DeviceTelemetry second;

  Telemetry(Random random) {
    this.host = draw(random);
    this.second = draw(random);
  }

  private static DeviceTelemetry draw(Random random) {
    long free = random.nextInt(TOTAL);
    int queue = QUEUES.get(random.nextInt(QUEUES.size()));
    double latency = LATENCIES.get(random.nextInt(LATENCIES.size()));
    return new DeviceTelemetry(
        isKnown(random) ? OptionalLong.of(free) : OptionalLong.empty(),
        isKnown(random) ? OptionalLong.of(TOTAL) : OptionalLong.empty(),
        isKnown(random) ? OptionalInt.of(queue) : OptionalInt.empty(),
        isKnown(random) ? OptionalDouble.of(latency) : OptionalDouble.empty());
  }

  private static boolean isKnown(Random random) {
    return random.nextInt(4) > 0;
  }

  @Override
  public DeviceTelemetry telemetry(DeviceId device) {
    return device.equals(Machines.HOST) ? host : second;
  }
}
