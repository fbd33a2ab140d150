package io.pelton.engine.kernel;

import io.pelton.engine.error.BackendUnavailable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The backends that a class loader sees, the best first. Providers of devices are probed last. */
final class Providers {
  private final List<BackendProvider> all;

  private Providers(List<BackendProvider> all) {
    this.all = all;
  }

  static Providers seenBy(ClassLoader loader) {
    return new Providers(
        ServiceLoader.load(BackendProvider.class, loader).stream()
            .map(ServiceLoader.Provider::get)
            .sorted(Comparator.comparingInt(BackendProvider::rank).reversed())
            .toList());
  }

  /**
   * The best host backend that is usable. Warns once where a better one of its name is not.
   *
   * @throws BackendUnavailable with the reasons of all when there is none
   */
  BackendProvider best() {
    List<String> reasons = new ArrayList<>();
    for (BackendProvider provider : hosts()) {
      Optional<String> reason = reason(provider);
      if (reason.isEmpty()) {
        return taken(provider);
      }
      reasons.add(provider.name() + ": " + reason.get());
    }
    throw new BackendUnavailable(
        "any",
        reasons.isEmpty()
            ? "no provider is on the class path; add pelton-backend-cpu"
            : String.join("; ", reasons),
        List.of());
  }

  /**
   * The best provider of that name that is usable. Warns once where a better one is not.
   *
   * @param asked what the user wrote, for the error
   * @throws BackendUnavailable when there is none, with the reasons that their probes give
   */
  BackendProvider named(String name, String asked) {
    List<BackendProvider> candidates =
        all.stream().filter(candidate -> candidate.name().equals(name)).toList();
    List<String> reasons = new ArrayList<>();
    for (BackendProvider provider : candidates) {
      Optional<String> reason = reason(provider);
      if (reason.isEmpty()) {
        return taken(provider);
      }
      reasons.add(reason.get());
    }
    throw unavailable(
        asked,
        reasons.isEmpty() ? "no such provider is on the class path" : String.join("; ", reasons));
  }

  /** The provider; those before it were found not to be usable. */
  private BackendProvider taken(BackendProvider provider) {
    all.stream()
        .takeWhile(better -> better != provider)
        .filter(better -> better.name().equals(provider.name()))
        .filter(better -> better.isHost() == provider.isHost())
        .findFirst()
        .flatMap(Providers::reason)
        .ifPresent(reason -> Shortfall.warn(provider.name(), reason));
    return provider;
  }

  /** Usable ones that are not the host's; probes them. */
  List<BackendProvider> usableBesideHost() {
    return all.stream()
        .filter(provider -> !provider.isHost())
        .filter(provider -> reason(provider).isEmpty())
        .toList();
  }

  /** An error that names the host backends that are usable; others are not probed for it. */
  BackendUnavailable unavailable(String asked, String reason) {
    List<String> usable =
        hosts().stream()
            .filter(provider -> reason(provider).isEmpty())
            .map(BackendProvider::name)
            .toList();
    return new BackendUnavailable(asked, reason, usable);
  }

  private List<BackendProvider> hosts() {
    return all.stream().filter(BackendProvider::isHost).toList();
  }

  private static Optional<String> reason(BackendProvider provider) {
    return provider.probe() instanceof Probe.Unusable unusable
        ? Optional.of(unusable.reason())
        : Optional.empty();
  }
}
