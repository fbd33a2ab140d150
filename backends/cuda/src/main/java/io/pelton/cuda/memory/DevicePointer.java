package io.pelton.cuda.memory;

import jcuda.driver.CUdeviceptr;

/** A pointer to a device's memory whose address can be read once the driver has set it. */
final class DevicePointer extends CUdeviceptr {
  long address() {
    return getNativePointer() + getByteOffset();
  }
}
