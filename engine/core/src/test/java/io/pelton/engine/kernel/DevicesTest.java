package io.pelton.engine.kernel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.MemorySpace;
import io.pelton.engine.testing.NoMemory;
import org.junit.jupiter.api.Test;

class DevicesTest {
  private static final DeviceId HOST = DeviceId.first("cpu");
  private static final DeviceId OTHER = new DeviceId("gpu", 2);

  private static Backend backend(String name) {
    return new Backend(name, "none", new BindingTable.Builder(name).seal());
  }

  private final Device other =
      Device.withMemory(backend("gpu"), 2, new NoMemory(), new DeviceModel(1e12, 1e11, 5_000));
  private final Devices devices = Devices.of(backend("cpu")).with(other);

  @Test
  void everyDeviceIsFoundByItsName() {
    assertThat(devices.host().isHost()).isTrue();
    assertThat(devices.host().space()).isEqualTo(MemorySpace.HEAP);
    assertThat(devices.get(OTHER)).isSameAs(other);
    assertThat(other.space()).isEqualTo(new MemorySpace.Device(OTHER));
    assertThat(devices.all()).hasToString("[cpu, gpu:2]");
    assertThat(devices.ofBackend("gpu")).contains(other);
    assertThatThrownBy(() -> devices.get(new DeviceId("gpu", 3)))
        .isInstanceOfSatisfying(
            BackendUnavailable.class,
            e -> {
              assertThat(e.backend()).isEqualTo("gpu:3");
              assertThat(e.reason()).isEqualTo("it is not among the devices of this plan");
              assertThat(e.available()).containsExactly("cpu", "gpu:2");
              assertThat(e)
                  .hasMessageContaining("gpu:3")
                  .hasMessageContaining("not among the devices of this plan")
                  .hasMessageContaining("[cpu, gpu:2]");
            });
  }

  @Test
  void aLinkHasAPriceOnlyWhereOneWasGiven() {
    assertThat(devices.price(HOST, OTHER)).isEmpty();
    TransferPrice price = new TransferPrice(1_000, 1e9);
    Devices priced = devices.withPrice(HOST, OTHER, price);
    assertThat(priced.price(HOST, OTHER)).contains(price);
    assertThat(priced.price(OTHER, HOST)).contains(price);
    assertThat(price.nanos(1_000_000)).isEqualTo(1_001_000);
    assertThat(devices.price(HOST, OTHER)).isEmpty();
    assertThatThrownBy(() -> devices.withPrice(HOST, new DeviceId("tpu", 0), price))
        .isInstanceOf(BackendUnavailable.class);
  }

  @Test
  void whatMakesNoSenseIsRefused() {
    assertThatIllegalArgumentException().isThrownBy(() -> Devices.of(other));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> devices.with(other))
        .withMessage("there is a device gpu:2 already");
    assertThatIllegalArgumentException().isThrownBy(() -> new TransferPrice(-1, 1));
    assertThatIllegalArgumentException().isThrownBy(() -> new TransferPrice(0, 0));
    assertThatIllegalArgumentException().isThrownBy(() -> new DeviceModel(Double.NaN, 1, 1));
  }
}
