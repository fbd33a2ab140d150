package io.pelton.flink.device;

import io.pelton.engine.kernel.AttachedDevice;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.kernel.Probe;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.tensor.DeviceMemory;
import io.pelton.engine.tensor.Storage;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A backend of four devices that can compute nothing, so that models run beside them. */
public final class FakeDevices implements BackendProvider {
  public static final String NAME = "fake";
  public static final int COUNT = 4;

  private static final TransferPrice PRICE = new TransferPrice(8_000, 1e10);

  /** A job's class loader that sees them. */
  public static URLClassLoader loader(Path folder) {
    try {
      Path services = Files.createDirectories(folder.resolve("META-INF").resolve("services"));
      Files.writeString(
          services.resolve(BackendProvider.class.getName()), FakeDevices.class.getName());
      return new URLClassLoader(
          new URL[] {folder.toUri().toURL()}, FakeDevices.class.getClassLoader());
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public int rank() {
    return 0;
  }

  @Override
  public boolean isHost() {
    return false;
  }

  @Override
  public Probe probe() {
    return new Probe.Usable("for tests");
  }

  @Override
  public void register(BindingTable.Builder table) {}

  @Override
  public List<AttachedDevice> devices(Backend backend) {
    return IntStream.range(0, COUNT)
        .mapToObj(
            index -> Device.withMemory(backend, index, new NoMemory(), new DeviceModel(1, 1, 1)))
        .map(device -> new AttachedDevice(device, PRICE))
        .toList();
  }

  private static final class NoMemory implements DeviceRuntime {
    @Override
    public DeviceMemory allocate(long bytes) {
      throw new UnsupportedOperationException("nothing runs on devices for tests");
    }

    @Override
    public void copy(Storage from, long fromElement, Storage to, long toElement, long elements) {
      throw new UnsupportedOperationException("nothing runs on devices for tests");
    }
  }
}
