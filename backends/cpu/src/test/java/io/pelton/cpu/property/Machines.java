package io.pelton.cpu.property;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.plan.PlanOptions;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
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
        new Plain("plain", both, PlanOptions.pinnedTo(HOST)),
        new Compiled("on the host", full, on(both, PlanOptions.pinnedTo(HOST)), false, 0),
        new Compiled("on cpu:1", full, on(both, PlanOptions.pinnedTo(SECOND)), false, 0),
        new Compiled("placed", full, on(both, PlanOptions.pinnedTo(HOST)), true, 1),
        new Compiled("half on cpu:1", partial, on(partial.besideHost(), fallingBack), false, 2));
  }

  static CompileOptions on(Devices devices, PlanOptions planning) {
    return CompileOptions.on(devices).withPlanning(planning);
  }

  private static boolean isCovered(OpKind kind, int half) {
    return NEEDED.contains(kind) || kind.name().length() % HALVES == half;
  }
}
