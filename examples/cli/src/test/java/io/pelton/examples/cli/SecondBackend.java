package io.pelton.examples.cli;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.kernel.AttachedDevice;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** A backend {@code second} with one fast device, whose kernels are the CPU's. */
public final class SecondBackend implements BackendProvider {
  private static final DeviceModel FAST = new DeviceModel(1e13, 1e12, 5_000);
  private static final AtomicInteger PROBES = new AtomicInteger();
  private static final SecondDevice DEVICE =
      new SecondDevice(DeviceId.first("second"), FAST, kind -> true);

  /** How often anyone asked whether it is usable. */
  static int probes() {
    return PROBES.get();
  }

  static SecondDevice device() {
    return DEVICE;
  }

  @Override
  public String name() {
    return "second";
  }

  @Override
  public int rank() {
    return 1_000;
  }

  @Override
  public boolean isHost() {
    return false;
  }

  @Override
  public Probe probe() {
    PROBES.incrementAndGet();
    return new Probe.Usable("for tests");
  }

  /** The device has its own, which wrap those of the CPU. */
  @Override
  public void register(BindingTable.Builder table) {}

  @Override
  public List<AttachedDevice> devices(Backend backend) {
    return List.of(new AttachedDevice(DEVICE.device(), SecondDevice.PRICE));
  }
}
