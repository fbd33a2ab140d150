package io.pelton.cuda.driver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.cuda.emulator.EmulatedDriver;
import io.pelton.cuda.emulator.OnEmulatedDriver;
import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.tensor.DeviceId;
import jcuda.driver.CUresult;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class DriverStateTest {
  @BeforeEach
  @AfterEach
  void lookAgain() {
    Rediscovery.rediscover();
  }

  @Test
  void describesWhatThereIs() {
    EmulatedDriver.devices(2);
    EmulatedDriver.driverVersion(12040);
    assertThat(CudaDriver.probe())
        .isEqualTo(
            new Probe.Usable(
                "CUDA driver 12.4: device 0 Emulated device (compute capability 8.0, 4096 MiB),"
                    + " device 1 Emulated device (compute capability 8.0, 4096 MiB)"));
    assertThat(CudaDriver.devices())
        .extracting(DeviceInformation::id)
        .containsExactly(new DeviceId("cuda", 0), new DeviceId("cuda", 1));
    assertThat(CudaDriver.context(1)).isSameAs(CudaDriver.context(1));
    assertThat(CudaDriver.context(1).device().index()).isEqualTo(1);
    assertThatThrownBy(() -> CudaDriver.context(2))
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("'cuda:2' is not usable: the driver has no such device")
        .hasMessageContaining("[cuda, cuda:1]");
  }

  @Test
  void saysThatTheDriverIsTooOld() {
    EmulatedDriver.driverVersion(11080);
    checkReason("the NVIDIA driver is too old: it supports CUDA 11.8, and 12.0 is needed");
  }

  @Test
  void saysThatThereIsNoDevice() {
    EmulatedDriver.devices(0);
    checkReason("the NVIDIA driver finds no device that this process may use");
  }

  @Test
  void saysWhatInitializationFailedWith() {
    EmulatedDriver.initFailure(CUresult.CUDA_ERROR_SYSTEM_DRIVER_MISMATCH);
    checkReason("the NVIDIA driver can't be initialized: CUDA_ERROR_SYSTEM_DRIVER_MISMATCH");
  }

  private static void checkReason(String reason) {
    assertThat(CudaDriver.probe()).isEqualTo(new Probe.Unusable(reason));
    assertThatThrownBy(CudaDriver::devices)
        .isInstanceOf(BackendUnavailable.class)
        .hasMessageContaining("'cuda' is not usable: " + reason);
  }
}
