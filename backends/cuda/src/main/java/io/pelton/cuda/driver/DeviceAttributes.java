package io.pelton.cuda.driver;

import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.tensor.DeviceId;
import java.nio.charset.StandardCharsets;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/** Reads what the driver knows about a device. */
final class DeviceAttributes {
  private static final int NAME_BYTES = 256;

  private final DeviceId id;
  private final CUdevice device = new CUdevice();

  DeviceAttributes(DeviceId id) {
    this.id = id;
    check(JCudaDriver.cuDeviceGet(device, id.index()), "handle");
  }

  CUdevice device() {
    return device;
  }

  DeviceInformation read() {
    return new DeviceInformation(
        id,
        name(),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT),
        totalBytes(),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_CLOCK_RATE),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE),
        attribute(CUdevice_attribute.CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH));
  }

  private String name() {
    byte[] bytes = new byte[NAME_BYTES];
    check(JCudaDriver.cuDeviceGetName(bytes, bytes.length, device), "name");
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.UTF_8);
  }

  private long totalBytes() {
    long[] bytes = new long[1];
    check(JCudaDriver.cuDeviceTotalMem(bytes, device), "memory size");
    return bytes[0];
  }

  private int attribute(int attribute) {
    int[] value = new int[1];
    check(
        JCudaDriver.cuDeviceGetAttribute(value, attribute, device),
        CUdevice_attribute.stringFor(attribute));
    return value[0];
  }

  private void check(int code, String what) {
    if (code != CUresult.CUDA_SUCCESS) {
      throw new DeviceFailure(id.toString(), "query of its " + what, ErrorCode.name(code));
    }
  }
}
