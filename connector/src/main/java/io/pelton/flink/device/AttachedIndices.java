package io.pelton.flink.device;

import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BackendProvider;
import io.pelton.engine.kernel.Probe;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;

/** Which devices a backend has here. */
final class AttachedIndices {
  private AttachedIndices() {}

  /**
   * Indices of the backend's devices; none for a host backend and for one that is missing or not
   * usable, about which the engine has an error that says more. Nothing but that backend is probed.
   */
  static List<Integer> of(String backend, ClassLoader loader) {
    return ServiceLoader.load(BackendProvider.class, loader).stream()
        .map(ServiceLoader.Provider::get)
        .filter(provider -> provider.name().equals(backend) && !provider.isHost())
        .sorted(Comparator.comparingInt(BackendProvider::rank).reversed())
        .filter(provider -> provider.probe() instanceof Probe.Usable)
        .findFirst()
        .map(AttachedIndices::of)
        .orElse(List.of());
  }

  private static List<Integer> of(BackendProvider provider) {
    return provider.devices(Backend.open(provider)).stream()
        .map(attached -> attached.device().id().index())
        .toList();
  }
}
