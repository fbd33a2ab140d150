package io.pelton.cuda.emulator;

import static io.pelton.cuda.emulator.Errors.assertError;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUuuid;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class DeviceTest {
  @BeforeEach
  void initialize() {
    JCudaDriver.setExceptionsEnabled(true);
    JCudaDriver.cuInit(0);
  }

  private static int count() {
    int[] count = new int[1];
    JCudaDriver.cuDeviceGetCount(count);
    return count[0];
  }

  private static CUdevice device(int ordinal) {
    CUdevice device = new CUdevice();
    JCudaDriver.cuDeviceGet(device, ordinal);
    return device;
  }

  @Test
  void areOneUnlessToldOtherwise() {
    assertThat(count()).isEqualTo(1);
    assertError("INVALID_DEVICE", () -> device(1));
    EmulatedDriver.devices(3);
    assertThat(count()).isEqualTo(3);
    CUuuid first = new CUuuid();
    CUuuid third = new CUuuid();
    JCudaDriver.cuDeviceGetUuid(first, device(0));
    JCudaDriver.cuDeviceGetUuid(third, device(2));
    assertThat(first.toString()).isNotEqualTo(third.toString());
  }

  @Test
  void haveANameMemoryAndACapability() {
    byte[] name = new byte[64];
    JCudaDriver.cuDeviceGetName(name, name.length, device(0));
    int length = 0;
    while (name[length] != 0) {
      length++;
    }
    assertThat(new String(Arrays.copyOf(name, length), StandardCharsets.US_ASCII))
        .isEqualTo("Emulated device");
    EmulatedDriver.memory(123);
    long[] bytes = new long[1];
    JCudaDriver.cuDeviceTotalMem(bytes, device(0));
    assertThat(bytes[0]).isEqualTo(123);
    int[] major = new int[1];
    int attribute = CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
    JCudaDriver.cuDeviceGetAttribute(major, attribute, device(0));
    assertThat(major[0]).isEqualTo(8);
  }

  @Test
  void mayBeMissing() {
    EmulatedDriver.devices(0);
    assertError("NO_DEVICE", () -> JCudaDriver.cuInit(0));
  }

  @Test
  void theDriverMayNotStart() {
    EmulatedDriver.initFailure(999);
    assertError("UNKNOWN", () -> JCudaDriver.cuInit(0));
    EmulatedDriver.reset();
    JCudaDriver.cuInit(0);
  }

  @Test
  void theDriverMayBeTooOld() {
    int[] version = new int[1];
    JCudaDriver.cuDriverGetVersion(version);
    assertThat(version[0]).isEqualTo(12060);
    EmulatedDriver.driverVersion(11000);
    JCudaDriver.cuDriverGetVersion(version);
    assertThat(version[0]).isEqualTo(11000);
  }
}
