package io.pelton.engine.kernel;

import java.util.Objects;

/**
 * A device that a backend offers beside the host.
 *
 * @param device with memory of its own
 * @param price of moving data between it and the host, either way
 */
public record AttachedDevice(Device device, TransferPrice price) {
  public AttachedDevice {
    Objects.requireNonNull(price, "price");
    if (device.isHost()) {
      throw new IllegalArgumentException(device + " is the host, not beside it");
    }
  }
}
