package io.pelton.engine.kernel;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;

/** Opens the devices that a name stands for, beside the best host. */
final class OpenDevices {
  private final Providers providers;

  OpenDevices(ClassLoader loader) {
    this.providers = Providers.seenBy(loader);
  }

  Devices named(String name) {
    DeviceId id = parse(name);
    BackendProvider provider = providers.named(id.backend(), name);
    Backend backend = Backend.open(provider);
    if (provider.isHost()) {
      if (id.index() > 0) {
        throw absent(id, List.of(id.backend()));
      }
      return Devices.of(backend);
    }
    List<AttachedDevice> attached = provider.devices(backend);
    AttachedDevice chosen =
        attached.stream()
            .filter(candidate -> candidate.device().id().equals(id))
            .findFirst()
            .orElseThrow(() -> absent(id, names(attached)));
    return attach(host(), chosen);
  }

  Devices all() {
    Devices devices = host();
    for (BackendProvider provider : providers.usableBesideHost()) {
      for (AttachedDevice attached : provider.devices(Backend.open(provider))) {
        devices = attach(devices, attached);
      }
    }
    return devices;
  }

  private Devices host() {
    return Devices.of(Backend.open(providers.best()));
  }

  private static Devices attach(Devices devices, AttachedDevice attached) {
    return devices
        .with(attached.device())
        .withPrice(devices.host().id(), attached.device().id(), attached.price());
  }

  private DeviceId parse(String name) {
    try {
      return DeviceId.parse(name);
    } catch (IllegalArgumentException e) {
      BackendUnavailable unavailable = providers.unavailable(name, e.getMessage());
      unavailable.initCause(e);
      throw unavailable;
    }
  }

  private static List<String> names(List<AttachedDevice> attached) {
    return attached.stream().map(each -> each.device().toString()).toList();
  }

  private static BackendUnavailable absent(DeviceId id, List<String> present) {
    return new BackendUnavailable(
        id.toString(), "the backend has no device " + id.index() + " here", present);
  }
}
