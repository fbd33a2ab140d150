package io.pelton.cpu.property;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Ways to run a graph on the host and {@code cpu:1}. */
final class Machines {
  static final DeviceId HOST = DeviceId.first("cpu");
  static final DeviceId SECOND = SecondDevice.ID;

  /** In how many parts the ops are split where {@code cpu:1} has kernels for some. */
  static final int HALVES = 2;

  /** What never falls back, or what copies are made of. */
  private static final Set<OpKind> NEEDED =
      Set.of(
          OpKind.COPY,
          OpKind.WRITE_SLICE,
          OpKind.ZERO_FILL,
          OpKind.IN_PLACE,
          OpKind.RELEASE,
          OpKind.MOVE,
          OpKind.ALLOC);

  /** After so many turns the ways are the same again. */
  static final int TURNS = 12;

  /** So near the host in rates and price that graphs are divided in all ways. */
  private static final DeviceModel NEAR = new DeviceModel(4e9, 8e9, 10);

  private static final TransferPrice NEAR_PRICE = new TransferPrice(12, 1e11);

  private final List<List<Way>> shifts = new ArrayList<>();
  private final List<Captured> captured = new ArrayList<>();
  private final List<Machine> chosen = new ArrayList<>();

  /**
   * All ways.
   *
   * @param half which half of the ops {@code cpu:1} has kernels for, where it lacks some
   */
  Machines(int half) {
    SecondDevice full = new SecondDevice();
    Devices both = full.besideHost();
    SecondDevice partial = new SecondDevice(kind -> isCovered(kind, half));
    PlanOptions onHost = PlanOptions.pinnedTo(HOST);
    PlanOptions onSecond = PlanOptions.pinnedTo(SECOND);
    Machine host = new Machine("on the host", full, both, onHost, false, 0);
    Machine second = new Machine("on cpu:1", full, both, onSecond, false, 0);
    Machine placed = new Machine("placed", full, both, onHost, true, 1);
    Machine split =
        new Machine(
            "half on cpu:1",
            partial,
            partial.besideHost(),
            onSecond.withFallbackPlacements(HOST),
            false,
            2);
    Machine free = chosen("chosen", new SecondDevice(SECOND, NEAR, k -> isCovered(k, half)), false);
    Machine either = chosen("chosen or placed", new SecondDevice(SECOND, NEAR, k -> true), true);
    add(new Plain("plain", both, onHost));
    add(new Routed(host, true, false));
    add(
        host.compiled(),
        second.compiled(),
        placed.compiled(),
        split.compiled(),
        new Declared(host),
        new Declared(second));
    add(new Targeted(host), new Targeted(second), new Targeted(placed), new Targeted(split));
    add(
        new Routed(second, false, false),
        new Routed(second, true, false),
        new Routed(placed, false, false),
        new Routed(placed, true, false),
        new Routed(split, false, false),
        new Routed(split, true, false));
    add(
        new Streamed(host, false, true),
        new Streamed(placed, true, true),
        new Streamed(placed, false, true),
        new Streamed(host, true, false),
        new Streamed(placed, false, false),
        new Streamed(split, true, false));
    add(
        new Cached(host, false, false),
        new Cached(placed, true, false),
        new Cached(host, true, true),
        new Cached(second, false, true),
        new Cached(split, true, true),
        new Cached(placed, false, true));
    add(
        free.compiled(),
        new Routed(free, false, false),
        new Cached(free, false, true),
        either.compiled(),
        new Routed(either, true, false),
        new Targeted(free));
    // routes take only graphs with branches
    Way onRoute = new Routed(host, false, true);
    Way onRoutePlaced = new Routed(placed, false, true);
    Way onRouteOptimized = new Routed(placed, true, true);
    add(
        onRoute,
        captured(host, false),
        onRoutePlaced,
        new Several(host, false),
        onRouteOptimized,
        captured(host, true),
        onRoute,
        new Several(placed, true),
        onRoutePlaced,
        captured(placed, false),
        onRouteOptimized,
        new Several(split, false));
  }

  /** Ways of which every graph is run in one. */
  private void add(Way... alternatives) {
    shifts.add(List.of(alternatives));
  }

  private Captured captured(Machine machine, boolean isOptimized) {
    Captured way = new Captured(machine, isOptimized);
    captured.add(way);
    return way;
  }

  /** Some of the ways for each turn; all of them within {@link #TURNS}. */
  List<Way> ways(int turn) {
    return shifts.stream().map(shift -> shift.get(turn % shift.size())).toList();
  }

  /** Captured passes, and copies between the host and devices that were chosen. */
  Map<String, Integer> counts() {
    Map<String, Integer> counts = new LinkedHashMap<>();
    captured.forEach(way -> counts.putAll(way.counts()));
    chosen.forEach(
        m -> counts.put("copies, " + m.name(), Math.toIntExact(m.second().memory().copies())));
    return counts;
  }

  private Machine chosen(String name, SecondDevice near, boolean isPlaced) {
    Devices devices = near.besideHost().withPrice(HOST, SECOND, NEAR_PRICE);
    Machine machine = new Machine(name, near, devices, PlanOptions.automatic(devices), isPlaced, 1);
    chosen.add(machine);
    return machine;
  }

  private static boolean isCovered(OpKind kind, int half) {
    return NEEDED.contains(kind) || kind.name().length() % HALVES == half;
  }
}
