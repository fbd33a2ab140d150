package io.pelton.cuda.emulator;

import static org.assertj.core.api.Assertions.assertThat;

import jcuda.driver.CUdevice;
import jcuda.driver.JCudaDriver;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(OnEmulatedDriver.class)
class EmulatedDriverTest {
  @Test
  void hasOneDevice() {
    int[] count = new int[1];
    JCudaDriver.setExceptionsEnabled(true);
    JCudaDriver.cuInit(0);
    JCudaDriver.cuDeviceGetCount(count);
    assertThat(count[0]).isEqualTo(1);
    byte[] name = new byte[100];
    JCudaDriver.cuDeviceGetName(name, 100, new CUdevice());
    assertThat(new String(name)).startsWith("Emulated device\0");
  }
}
