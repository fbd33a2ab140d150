package io.pelton.cuda;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.cuda.memory.CudaRuntime;
import io.pelton.engine.kernel.AttachedDevice;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.ServiceLoader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class CudaBackendProviderTest {
  private static final String LIMIT = "pelton.cuda.memory.0";

  private final CudaBackendProvider provider = new CudaBackendProvider();

  @AfterEach
  void unset() {
    System.clearProperty(LIMIT);
  }

  @Test
  void isFoundBesideTheHost() {
    BackendProvider found =
        ServiceLoader.load(BackendProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.name().equals("cuda"))
            .findFirst()
            .orElseThrow();
    assertThat(found).isInstanceOf(CudaBackendProvider.class);
    assertThat(found.isHost()).isFalse();
  }

  @Test
  void itsDevicesShareTheProcessesRuntimes() {
    Backend backend = Backend.open(provider);
    List<AttachedDevice> devices = provider.devices(backend);
    assertThat(devices).hasSize(1);
    AttachedDevice first = devices.get(0);
    assertThat(first.device().id()).isEqualTo(new DeviceId("cuda", 0));
    assertThat(first.device().backend()).isSameAs(backend);
    assertThat(first.device().runtime()).contains(CudaRuntime.of(0));
    assertThat(first.device().model().launchNanos()).isEqualTo(5_000);
    assertThat(first.price().nanos(12_000_000)).isEqualTo(1_010_000);
    assertThat(EmulatedDriver.liveAllocations()).isZero();
  }

  @Test
  void aLimitThatNobodyUnderstandsIsAReason() {
    assertThat(provider.probe()).isInstanceOf(Probe.Usable.class);
    System.setProperty(LIMIT, "lots");
    assertThat(provider.probe())
        .isInstanceOfSatisfying(
            Probe.Unusable.class,
            unusable ->
                assertThat(unusable.reason())
                    .startsWith("the system property pelton.cuda.memory.0 should be")
                    .endsWith("but is 'lots'"));
  }
}
