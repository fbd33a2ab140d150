package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@ExtendWith(OnEmulatedDriver.class)
class FaultTest {
  @Test
  void theAllocationAskedForFails() {
    try (Session session = new Session()) {
      EmulatedDriver.failAllocation(2);
      session.allocate(1);
      assertError("OUT_OF_MEMORY", () -> session.allocate(1));
      session.allocate(1);
    }
  }

  @Test
  void theHostAllocationAskedForFails() {
    try (Session session = new Session()) {
      EmulatedDriver.failHostAllocation(1);
      session.allocate(1);
      Pointer pinned = new Pointer();
      assertError("OUT_OF_MEMORY", () -> JCudaDriver.cuMemAllocHost(pinned, 1));
      JCudaDriver.cuMemAllocHost(pinned, 1);
      JCudaDriver.cuMemFreeHost(pinned);
    }
  }

  @Test
  void aLaunchThatIsRefusedHarmsNothing() {
    try (Session session = new Session("test_increment")) {
      CUdeviceptr value = session.of(1);
      EmulatedDriver.failLaunch(2, FaultPoint.CALL);
      session.launch("test_increment", 1, 1, 0, value, 1);
      assertError(
          "LAUNCH_OUT_OF_RESOURCES", () -> session.launch("test_increment", 1, 1, 0, value, 1));
      session.launch("test_increment", 1, 1, 0, value, 1);
      assertThat(session.read(value, 1)).containsExactly(3);
    }
  }

  @Test
  void aLaunchThatFailsEndsTheContext() {
    try (Session session = new Session("test_increment")) {
      CUdeviceptr value = session.of(1);
      EmulatedDriver.failLaunch(1, FaultPoint.EXECUTION);
      session.launch("test_increment", 1, 1, 0, value, 1);
      session.launch("test_increment", 1, 1, 0, value, 1);
      assertError("LAUNCH_FAILED", JCudaDriver::cuCtxSynchronize);
      assertError("LAUNCH_FAILED", JCudaDriver::cuCtxSynchronize);
      assertError("LAUNCH_FAILED", () -> session.read(value, 1));
      assertError("LAUNCH_FAILED", () -> session.launch("test_increment", 1, 1, 0, value, 1));
      assertThat(EmulatedDriver.launches()).isZero();
      session.resetDevice();
    }
  }

  @Test
  void aCopyThatIsRefusedHarmsNothing() {
    try (Session session = new Session()) {
      CUdeviceptr value = session.of(1);
      EmulatedDriver.failCopy(1, FaultPoint.CALL);
      assertError("OPERATING_SYSTEM", () -> session.read(value, 1));
      assertThat(session.read(value, 1)).containsExactly(1);
    }
  }

  @Test
  void aCopyThatFailsEndsTheContext() {
    try (Session session = new Session()) {
      CUdeviceptr value = session.of(1);
      EmulatedDriver.failCopy(1, FaultPoint.EXECUTION);
      assertError("ILLEGAL_ADDRESS", () -> session.read(value, 1));
      assertError("ILLEGAL_ADDRESS", () -> session.read(value, 1));
      session.resetDevice();
    }
  }

  @ParameterizedTest
  @CsvSource({"UNAVAILABLE, DEVICE_UNAVAILABLE", "UNCORRECTABLE_MEMORY_ERROR, ECC_UNCORRECTABLE"})
  void aLostDeviceComesBackWhenItIsReset(DeviceLoss loss, String error) {
    try (Session session = new Session()) {
      CUdeviceptr value = session.of(1);
      EmulatedDriver.loseDevice(0, loss);
      assertError(error, () -> session.read(value, 1));
      assertError(error, () -> session.allocate(1));
      assertThat(EmulatedDriver.liveAllocations()).isEqualTo(1);
      // Counts as released, though the memory goes with the context only.
      assertError(error, () -> JCudaDriver.cuMemFree(value));
      assertThat(EmulatedDriver.liveAllocations()).isZero();
      session.resetDevice();
      CUcontext again = new CUcontext();
      JCudaDriver.cuDevicePrimaryCtxRetain(again, session.device());
      JCudaDriver.cuCtxSetCurrent(again);
      assertThat(session.read(session.of(3), 1)).containsExactly(3);
      JCudaDriver.cuDevicePrimaryCtxRelease(session.device());
    }
  }
}
