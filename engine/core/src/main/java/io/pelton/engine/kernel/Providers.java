package io.pelton.engine.kernel;

import io.pelton.engine.error.BackendUnavailable;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.stream.Collectors;

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
    Map<BackendProvider, String> reasons = new LinkedHashMap<>();
    return firstUsable(hosts(), reasons)
        .orElseThrow(
            () ->
                new BackendUnavailable(
                    "any",
                    reasons.isEmpty()
                        ? "no provider is on the class path; add pelton-backend-cpu"
                        : reasons.entrySet().stream()
                            .map(each -> each.getKey().name() + ": " + each.getValue())
                            .collect(Collectors.joining("; ")),
                    List.of()));
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
    Map<BackendProvider, String> reasons = new LinkedHashMap<>();
    return firstUsable(candidates, reasons)
        .orElseThrow(
            () ->
                unavailable(
                    asked,
                    reasons.isEmpty()
                        ? "no such provider is on the class path"
                        : String.join("; ", reasons.values())));
  }

  /**
   * The first one that is usable; warns once where one of its name before it is not.
   *
   * @param reasons receives why those before it are not
   */
  private static Optional<BackendProvider> firstUsable(
      List<BackendProvider> candidates, Map<BackendProvider, String> reasons) {
    for (BackendProvider provider : candidates) {
      Optional<String> reason = reason(provider);
      if (reason.isEmpty()) {
        reasons.entrySet().stream()
            .filter(better -> better.getKey().name().equals(provider.name()))
            .filter(better -> better.getKey().isHost() == provider.isHost())
            .findFirst()
            .ifPresent(better -> Shortfall.warn(provider.name(), better.getValue()));
        return Optional.of(provider);
      }
      reasons.put(provider, reason.get());
    }
    return Optional.empty();
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
