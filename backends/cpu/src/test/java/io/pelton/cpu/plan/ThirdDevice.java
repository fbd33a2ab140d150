package io.pelton.cpu.plan;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.tensor.DeviceId;

/** A device {@code cpu:2} that computes so fast that only moves count. */
final class ThirdDevice {
  static final DeviceId ID = new DeviceId("cpu", 2);

  private ThirdDevice() {}

  /**
   * The host, {@code cpu:1} and {@code cpu:2}.
   *
   * @param price between the host and {@code cpu:2}; null for none
   */
  static Devices beside(SecondDevice second, TransferPrice price) {
    DeviceModel model = new DeviceModel(1e15, 1e15, 0);
    Devices devices = second.besideHost().with(new SecondDevice(ID, model, kind -> true).device());
    return price == null ? devices : devices.withPrice(DeviceId.first("cpu"), ID, price);
  }
}
