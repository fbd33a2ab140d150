package io.pelton.engine.kernel;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.MemorySpace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The devices that plans may use, the host first, with what moving data between them costs.
 * Immutable.
 */
public final class Devices {
  /** The name of all devices that are usable. */
  public static final String AUTO = "auto";

  private record Link(DeviceId from, DeviceId to) {}

  private final Device host;
  private final Map<DeviceId, Device> devices;
  private final Map<Link, TransferPrice> prices;

  private Devices(Device host, Map<DeviceId, Device> devices, Map<Link, TransferPrice> prices) {
    this.host = host;
    this.devices = devices;
    this.prices = prices;
  }

  /** Only the host. */
  public static Devices of(Device host) {
    if (!host.isHost()) {
      throw new IllegalArgumentException(host + " is not a host");
    }
    return new Devices(host, Map.of(host.id(), host), Map.of());
  }

  /** Only the host, with that backend. */
  public static Devices of(Backend backend) {
    return of(Device.host(backend));
  }

  /**
   * The devices that a user's name stands for, with the prices that their backends give. Nothing
   * but what is named is probed or opened, apart from the host.
   *
   * <ul>
   *   <li>the name of a host backend, such as {@code cpu}: only the host, with that backend
   *   <li>the name of another backend, such as {@code cuda}, or {@code cuda:1} for one of its
   *       further devices: that device beside the best host
   *   <li>{@code auto}: all devices of all backends that are usable, beside the best host
   * </ul>
   *
   * There is nothing to close: devices belong to the process.
   *
   * @param loader sees the backends
   * @throws BackendUnavailable when what is named is missing or not usable, with the reason;
   *     nothing else is taken instead
   */
  public static Devices open(String name, ClassLoader loader) {
    OpenDevices open = new OpenDevices(loader);
    return name.equals(AUTO) ? open.all() : open.named(name);
  }

  /** These and another device, to and from which moving data has no price yet. */
  public Devices with(Device device) {
    if (device.isHost() || devices.containsKey(device.id())) {
      throw new IllegalArgumentException("there is a device " + device + " already");
    }
    Map<DeviceId, Device> more = new LinkedHashMap<>(devices);
    more.put(device.id(), device);
    return new Devices(host, more, prices);
  }

  /** These, where moving data between the two, either way, costs so much. */
  public Devices withPrice(DeviceId one, DeviceId other, TransferPrice price) {
    get(one);
    get(other);
    Map<Link, TransferPrice> more = new LinkedHashMap<>(prices);
    more.put(new Link(one, other), price);
    more.put(new Link(other, one), price);
    return new Devices(host, devices, more);
  }

  public Device host() {
    return host;
  }

  /** The host first, then in the order in which they were added. */
  public List<Device> all() {
    return List.copyOf(devices.values());
  }

  /**
   * The device in whose memory space something lies.
   *
   * @throws BackendUnavailable when it is not among these
   */
  public Device holding(MemorySpace space) {
    return space instanceof MemorySpace.Device remote ? get(remote.device()) : host;
  }

  /** The first device of the backend. */
  public Optional<Device> ofBackend(String backend) {
    return devices.values().stream().filter(d -> d.backend().name().equals(backend)).findFirst();
  }

  /**
   * @throws BackendUnavailable when it is not among these
   */
  public Device get(DeviceId id) {
    Device device = devices.get(id);
    if (device == null) {
      throw new BackendUnavailable(
          id.toString(),
          "it is not among the devices of this plan",
          devices.keySet().stream().map(DeviceId::toString).toList());
    }
    return device;
  }

  /** The price of the direct link, where one was given. */
  public Optional<TransferPrice> price(DeviceId from, DeviceId to) {
    return Optional.ofNullable(prices.get(new Link(from, to)));
  }
}
