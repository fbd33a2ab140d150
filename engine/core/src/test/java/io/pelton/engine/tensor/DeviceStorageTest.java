package io.pelton.engine.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.DeviceLost;
import io.pelton.engine.error.StorageReleased;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class DeviceStorageTest {
  private static final DeviceId DEVICE = new DeviceId("gpu", 1);

  private final AtomicInteger released = new AtomicInteger();
  private final DeviceMemory memory =
      new DeviceMemory(DEVICE, 4096, 128, released::incrementAndGet);

  @Test
  void aSliceHasAnAddressAndASpaceOfItsOwn() {
    DeviceStorage slice = DeviceStorage.wrap(DType.F32, memory, 64, 16);
    assertThat(slice.address()).isEqualTo(4160);
    assertThat(slice.byteLength()).isEqualTo(64);
    assertThat(slice.space()).isEqualTo(new MemorySpace.Device(DEVICE)).hasToString("gpu:1");
    assertThat(DeviceStorage.wrap(DType.I4, memory, 0, 5).byteLength()).isEqualTo(3);
  }

  @Test
  void aSliceStaysWithinItsMemory() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DeviceStorage.wrap(DType.F32, memory, 64, 17))
        .withMessage("17 elements of F32 from byte 64 exceed 128 bytes on gpu:1");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DeviceStorage.wrap(DType.F32, memory, -4, 1));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> DeviceStorage.wrap(DType.STRING, memory, 0, 1))
        .withMessage("strings live on the host");
  }

  @Test
  void theLastOwnerReleasesTheWholeAllocation() {
    DeviceStorage slice = DeviceStorage.wrap(DType.F32, memory, 0, 1).retain();
    memory.close();
    assertThat(released).hasValue(0);
    slice.close();
    assertThat(released).hasValue(1);
    assertThatThrownBy(slice::address)
        .isInstanceOfSatisfying(
            StorageReleased.class, e -> assertThat(e.storage()).isEqualTo("128 bytes on gpu:1"))
        .hasMessageContaining("128 bytes on gpu:1");
    assertThatThrownBy(slice::close).isInstanceOf(StorageReleased.class);
    assertThat(released).hasValue(1);
  }

  /** Owners still close it, once each. */
  @Test
  void whatTheDeviceLostHasNoAddress() {
    AtomicBoolean isLost = new AtomicBoolean();
    DeviceMemory.Keeper keeper =
        new DeviceMemory.Keeper() {
          @Override
          public boolean isLost() {
            return isLost.get();
          }

          @Override
          public DeviceLost loss() {
            return new DeviceLost("gpu:1", "test", "GONE");
          }
        };
    DeviceMemory kept = new DeviceMemory(DEVICE, 4096, 128, keeper, released::incrementAndGet);
    DeviceStorage slice = DeviceStorage.wrap(DType.F32, kept, 0, 1);
    assertThat(slice.address()).isEqualTo(4096);
    assertThat(memory.isLost()).isFalse();
    isLost.set(true);
    assertThat(kept.isLost()).isTrue();
    assertThatThrownBy(slice::address).isInstanceOf(DeviceLost.class).hasMessageContaining("GONE");
    slice.close();
    assertThat(released).hasValue(1);
    assertThatThrownBy(slice::close).isInstanceOf(StorageReleased.class);
  }

  @Test
  void devicesAreReadAndWrittenAsText() {
    assertThat(DeviceId.parse("cpu")).isEqualTo(DeviceId.first("cpu")).hasToString("cpu");
    assertThat(DeviceId.parse("cuda:3")).isEqualTo(new DeviceId("cuda", 3)).hasToString("cuda:3");
    for (String wrong : new String[] {"", ":1", "cuda:", "cuda:x", "cuda:-1", "cuda:1:2"}) {
      assertThatIllegalArgumentException().isThrownBy(() -> DeviceId.parse(wrong));
    }
  }
}
