package io.pelton.cuda.driver;

import jcuda.driver.CUdevice;

/** The contexts of one device, one after another. Thread-safe. */
final class DeviceContexts implements AutoCloseable {
  private final DeviceInformation information;
  private final CUdevice device;
  private CudaContext current;

  DeviceContexts(DeviceInformation information, CUdevice device) {
    this.information = information;
    this.device = device;
  }

  DeviceInformation information() {
    return information;
  }

  /** The one that is alive; what was lost before is taken down first. */
  synchronized CudaContext current() {
    if (current == null) {
      current = CudaContext.open(information, 0, device);
    } else if (current.isLost()) {
      current.retire();
      current.requireRetired();
      current = CudaContext.open(information, current.generation() + 1, device);
    }
    return current;
  }

  /** Gives back the context that is alive, or takes the lost one down. */
  @Override
  public synchronized void close() {
    if (current != null && current.isLost()) {
      current.retire();
    } else if (current != null) {
      current.close();
    }
    current = null;
  }
}
