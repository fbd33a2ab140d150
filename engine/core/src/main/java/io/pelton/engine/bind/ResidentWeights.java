package io.pelton.engine.bind;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceRuntime;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceStorage;
import io.pelton.engine.tensor.Storage;
import io.pelton.engine.tensor.Tensor;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Constants on devices: copied there once, shared by all executables of a graph. Weights of the
 * graph stay until it is closed; what only a plan has, such as a constant folded for its shapes,
 * goes with the last plan that uses it. Thread-safe.
 */
public final class ResidentWeights implements AutoCloseable {
  private static final class Key {
    private final Object tensor;
    private final DeviceId device;

    private Key(Object tensor, DeviceId device) {
      this.tensor = tensor;
      this.device = device;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Key key && tensor == key.tensor && device.equals(key.device);
    }

    @Override
    public int hashCode() {
      return Objects.hash(System.identityHashCode(tensor), device);
    }
  }

  private static final class Upload {
    private final DeviceStorage storage;
    private int plans;

    private Upload(DeviceStorage storage) {
      this.storage = storage;
    }
  }

  private final Set<Tensor> lasting = Collections.newSetFromMap(new IdentityHashMap<>());
  private final Map<Key, Upload> resident = new HashMap<>();

  /**
   * @param lasting weights of the graph, which all its plans share
   */
  ResidentWeights(Collection<Tensor> lasting) {
    this.lasting.addAll(lasting);
  }

  /**
   * The tensor, which is contiguous on the host, on the device, for one more plan; copied there
   * again when the device lost it.
   */
  synchronized Storage acquire(Device device, Tensor tensor) {
    Key key = new Key(tensor, device.id());
    Upload lost = resident.get(key);
    if (lost != null && lost.storage.memory().isLost()) {
      resident.remove(key);
      lost.storage.close();
    }
    Upload upload = resident.computeIfAbsent(key, missing -> new Upload(upload(device, tensor)));
    upload.plans++;
    return upload.storage;
  }

  /**
   * A plan that acquired it ends; of no effect after {@link #close}.
   *
   * @param storage what the plan got, in whose place there may be another one after a loss
   */
  synchronized void release(DeviceId device, Tensor tensor, Storage storage) {
    Key key = new Key(tensor, device);
    Upload upload = resident.get(key);
    if (upload != null
        && upload.storage == storage
        && --upload.plans == 0
        && !lasting.contains(tensor)) {
      resident.remove(key);
      upload.storage.close();
    }
  }

  private static DeviceStorage upload(Device device, Tensor tensor) {
    DeviceRuntime runtime = device.runtime().orElseThrow();
    long elements = tensor.layout().elements();
    DeviceStorage storage = runtime.allocate(tensor.dtype(), elements);
    try {
      runtime.copy(tensor.storage(), tensor.layout().offset(), storage, 0, elements);
    } catch (RuntimeException e) {
      storage.close();
      throw e;
    }
    return storage;
  }

  /** On all devices. */
  public synchronized long bytes() {
    return resident.values().stream().mapToLong(upload -> upload.storage.byteLength()).sum();
  }

  @Override
  public synchronized void close() {
    resident.values().forEach(upload -> upload.storage.close());
    resident.clear();
  }
}
