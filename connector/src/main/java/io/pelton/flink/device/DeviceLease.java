package io.pelton.flink.device;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.flink.annotation.Internal;
import org.apache.flink.api.common.externalresource.ExternalResourceInfo;
import org.apache.flink.runtime.memory.SharedResources;

/** One slot's place on a device, given back by closing it. Used by one thread at a time. */
@Internal
public final class DeviceLease implements AutoCloseable {
  private final String device;
  private final int index;
  private DeviceCounts counts;

  private DeviceLease(String device, int index, DeviceCounts counts) {
    this.device = device;
    this.index = index;
    this.counts = counts;
  }

  /**
   * Finds a device. A name with an index stands for that device, one without for the device with
   * the fewest slots among those that the TaskManager offers. Hosts, {@code auto} and what is not
   * usable here are left to the engine as they are.
   *
   * @param resources the TaskManager's
   * @param backend as the user named it; null for the best host
   * @param loader sees the backends
   * @param infos of an external resource by its name
   * @throws BackendUnavailable when the TaskManager offers none of the devices that are here
   */
  public static DeviceLease acquire(
      SharedResources resources,
      String backend,
      ClassLoader loader,
      DeviceOffer offer,
      Function<String, Set<ExternalResourceInfo>> infos)
      throws Exception {
    if (backend == null || backend.equals(Devices.AUTO)) {
      return uncounted(backend);
    }
    int colon = backend.indexOf(':');
    String name = colon < 0 ? backend : backend.substring(0, colon);
    List<Integer> present = AttachedIndices.of(name, loader);
    List<Integer> candidates =
        colon < 0 ? offered(backend, present, offer, infos) : explicit(backend, present);
    if (candidates.isEmpty()) {
      return uncounted(backend);
    }
    DeviceCounts counts = DeviceCounts.open(resources, name);
    int index = counts.add(candidates);
    return new DeviceLease(new DeviceId(name, index).toString(), index, counts);
  }

  private static DeviceLease uncounted(String backend) {
    return new DeviceLease(backend, -1, null);
  }

  private static List<Integer> explicit(String backend, List<Integer> present) {
    return present.stream().filter(index -> backend.endsWith(":" + index)).toList();
  }

  private static List<Integer> offered(
      String backend,
      List<Integer> present,
      DeviceOffer offer,
      Function<String, Set<ExternalResourceInfo>> infos) {
    if (present.isEmpty()) {
      return present;
    }
    Optional<Set<Integer>> indices = offer.indices(infos);
    if (indices.isEmpty()) {
      return present;
    }
    List<Integer> chosen = present.stream().filter(indices.get()::contains).toList();
    if (chosen.isEmpty()) {
      throw new BackendUnavailable(
          backend,
          "the external resource '"
              + offer.resource()
              + "' of this TaskManager lists the devices "
              + indices.get()
              + ", none of which is here",
          present.stream().map(index -> new DeviceId(backend, index).toString()).toList());
    }
    return chosen;
  }

  /** What to compile for, as {@link io.pelton.engine.executable.CompileOptions#on} takes it. */
  public String device() {
    return device;
  }

  /** Gives the place back; more than once does no harm. */
  @Override
  public void close() throws Exception {
    DeviceCounts open = counts;
    if (open != null) {
      counts = null;
      open.remove(index);
      open.close();
    }
  }
}
