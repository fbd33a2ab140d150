package io.pelton.cpu.property;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Ways to plan a graph for the host and {@code cpu:1}. */
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

  /**
   * One way to plan.
   *
   * @param isPlaced nodes go where they wish
   */
  record Way(String name, SecondDevice second, CompileOptions options, boolean isPlaced) {
    boolean isHost() {
      return !isPlaced && options.planning().pinned().equals(Optional.of(HOST));
    }

    @Override
    public String toString() {
      return name;
    }
  }

  private Machines() {}

  /**
   * All ways.
   *
   * @param half which half of the ops {@code cpu:1} has kernels for, where it lacks some
   */
  static List<Way> ways(int half) {
    SecondDevice full = new SecondDevice();
    Devices both = full.besideHost();
    SecondDevice partial = new SecondDevice(kind -> isCovered(kind, half));
    PlanOptions fallingBack = PlanOptions.pinnedTo(SECOND).withFallbackPlacements(HOST);
    return List.of(
        new Way("on the host", full, on(both, PlanOptions.pinnedTo(HOST)), false),
        new Way("on cpu:1", full, on(both, PlanOptions.pinnedTo(SECOND)), false),
        new Way("placed", full, on(both, PlanOptions.pinnedTo(HOST)), true),
        new Way("half on cpu:1", partial, on(partial.besideHost(), fallingBack), false));
  }

  static CompileOptions on(Devices devices, PlanOptions planning) {
    return CompileOptions.on(devices).withPlanning(planning);
  }

  private static boolean isCovered(OpKind kind, int half) {
    return NEEDED.contains(kind) || kind.name().length() % HALVES == half;
  }
}
