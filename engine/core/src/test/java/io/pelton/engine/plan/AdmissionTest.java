package io.pelton.engine.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.kernel.Precision;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.testing.NoMemory;
import io.pelton.engine.testing.Relus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AdmissionTest {
  private static final FixedKernel KERNEL = (node, in, out) -> rows -> {};

  private final Alternative exact = new Alternative("exact", KERNEL, Set.of());
  private final Alternative close =
      new Alternative("close", KERNEL, Set.of()).promising(Precision.within(4));
  private final Alternative loose =
      new Alternative("loose", KERNEL, Set.of()).promising(Precision.REDUCED);
  private final Alternative unstable =
      new Alternative("unstable", KERNEL, Set.of()).promising(Precision.within(4).unstable());
  private final PlanOptions options = PlanOptions.pinnedTo(DeviceId.first("cpu"));

  private List<Alternative> admitted(PlanOptions under, Alternative... alternatives) {
    return new Admission(under).filter(List.of(alternatives));
  }

  @Test
  void onlyExactKernelsAreAdmittedUnlessTheFloorIsLowered() {
    assertThat(admitted(options, loose, exact, close)).containsExactly(exact);
    assertThat(admitted(options, loose, close)).isEmpty();
    assertThat(admitted(options.withPrecisionFloor(Precision.within(8)), loose, exact, close))
        .containsExactly(exact, close);
    assertThat(admitted(options.withPrecisionFloor(Precision.REDUCED), loose, exact, close))
        .containsExactly(loose, exact, close);
  }

  @Test
  void bitStabilityIsAWishNotADemand() {
    PlanOptions lenient = options.withPrecisionFloor(Precision.within(8));
    assertThat(admitted(lenient, unstable, close)).containsExactly(close);
    assertThat(admitted(lenient, unstable)).containsExactly(unstable);
  }

  @Test
  void whoDoesNotPreferBitStableKernelsGetsAllThatArePreciseEnough() {
    PlanOptions fast =
        options.withPrecisionFloor(Precision.within(8)).withBitStablePreferred(false);
    assertThat(admitted(fast, unstable, close, loose)).containsExactly(unstable, close);
    Alternative library = unstable.promising(Precision.REDUCED.unstable());
    assertThat(admitted(fast, library, close)).containsExactly(close);
    assertThat(admitted(fast.withPrecisionFloor(Precision.REDUCED), library, close))
        .containsExactly(library, close);
  }

  @Test
  void aDeviceBesideTheHostAdmitsWhatItsLibrariesPromise() {
    Device host = Device.host(Relus.backend("cpu"));
    Device other = Device.withMemory(Relus.backend("gpu"), 1, new NoMemory(), DeviceModel.HOST);
    Devices both = Devices.of(host).with(other);
    assertThat(admitted(PlanOptions.on(host), close, exact)).containsExactly(exact);
    for (PlanOptions away : List.of(PlanOptions.on(other), PlanOptions.automatic(both))) {
      assertThat(admitted(away, loose, close, exact)).containsExactly(close, exact);
      assertThat(admitted(away, unstable, exact)).containsExactly(exact);
    }
    assertThat(PlanOptions.on(other).pinned()).contains(other.id());
    assertThat(PlanOptions.automatic(both).pinned()).contains(host.id());
    assertThat(PlanOptions.automatic(both).candidates()).containsExactly(other.id());
  }
}
