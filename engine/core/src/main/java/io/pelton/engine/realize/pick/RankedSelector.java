package io.pelton.engine.realize.pick;

import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;

/**
 * Ranks arms by, in this order: whether what they allocate fits in the free memory, how much memory
 * would be left, how much waits for the devices, how long these take to answer, and their index.
 * The smaller index wins among equals, so that arm 0, which the planner prefers, runs unless
 * telemetry speaks against it; so it does when nothing fits. An arm on several devices ranks by the
 * worst of them; one that allocates nothing anywhere is comfortable.
 *
 * <p>Each quantity counts by class only: comfortable, tight or critical, by the limits below. What
 * is not known, need or telemetry, fits and is comfortable. A device is asked once a branch, so
 * that all arms are judged by the same moment.
 */
public final class RankedSelector implements RuntimeSelector {
  /** Memory is comfortable while at least this part of a device's total would stay free. */
  public static final double COMFORTABLE_FREE = 0.25;

  /** Memory is tight while at least this part would stay free, and critical below. */
  public static final double TIGHT_FREE = 0.1;

  /** A queue is comfortable up to this many work items. */
  public static final int COMFORTABLE_QUEUE = 4;

  /** A queue is tight up to this many work items, and critical beyond. */
  public static final int TIGHT_QUEUE = 32;

  /** A latency is comfortable up to this many nanoseconds. */
  public static final double COMFORTABLE_LATENCY_NANOS = 100_000;

  /** A latency is tight up to this many nanoseconds, and critical beyond. */
  public static final double TIGHT_LATENCY_NANOS = 10_000_000;

  private static final Comparator<Rank> ORDER =
      Comparator.comparing(Rank::memory)
          .thenComparing(Rank::load)
          .thenComparing(Rank::latency)
          .thenComparing(Rank::index);

  private record Rank(int index, boolean fits, Strain memory, Strain load, Strain latency) {}

  @Override
  public int select(String branch, List<ArmEstimate> arms, BackendRuntimeLookup lookup) {
    Map<DeviceId, DeviceTelemetry> telemetry = new HashMap<>();
    for (ArmEstimate arm : arms) {
      arm.bytes().keySet().forEach(id -> telemetry.computeIfAbsent(id, key -> ask(lookup, key)));
    }
    return arms.stream()
        .map(arm -> rank(arm, telemetry))
        .filter(Rank::fits)
        .min(ORDER)
        .map(Rank::index)
        .orElse(0);
  }

  private static DeviceTelemetry ask(BackendRuntimeLookup lookup, DeviceId device) {
    return Objects.requireNonNull(lookup.telemetry(device), () -> "telemetry of " + device);
  }

  private static Rank rank(ArmEstimate arm, Map<DeviceId, DeviceTelemetry> telemetry) {
    boolean fits = true;
    List<Strain> memory = new ArrayList<>();
    List<Strain> load = new ArrayList<>();
    List<Strain> latency = new ArrayList<>();
    for (Map.Entry<DeviceId, OptionalLong> need : arm.bytes().entrySet()) {
      DeviceTelemetry device = telemetry.get(need.getKey());
      fits &= fits(need.getValue(), device);
      memory.add(memory(need.getValue(), device));
      load.add(load(device));
      latency.add(latency(device));
    }
    return new Rank(
        arm.index(), fits, Strain.worst(memory), Strain.worst(load), Strain.worst(latency));
  }

  private static boolean fits(OptionalLong need, DeviceTelemetry device) {
    return need.isEmpty()
        || device.freeBytes().isEmpty()
        || need.getAsLong() <= device.freeBytes().getAsLong();
  }

  private static Strain memory(OptionalLong need, DeviceTelemetry device) {
    boolean isKnown =
        need.isPresent() && device.freeBytes().isPresent() && device.totalBytes().isPresent();
    if (!isKnown) {
      return Strain.COMFORTABLE;
    }
    double total = (double) device.totalBytes().getAsLong();
    double left = (double) (device.freeBytes().getAsLong() - need.getAsLong());
    return Strain.of(-left, -COMFORTABLE_FREE * total, -TIGHT_FREE * total);
  }

  private static Strain load(DeviceTelemetry device) {
    return device.queueDepth().isEmpty()
        ? Strain.COMFORTABLE
        : Strain.of(device.queueDepth().getAsInt(), COMFORTABLE_QUEUE, TIGHT_QUEUE);
  }

  private static Strain latency(DeviceTelemetry device) {
    return device.latencyNanos().isEmpty()
        ? Strain.COMFORTABLE
        : Strain.of(
            device.latencyNanos().getAsDouble(), COMFORTABLE_LATENCY_NANOS, TIGHT_LATENCY_NANOS);
  }
}
