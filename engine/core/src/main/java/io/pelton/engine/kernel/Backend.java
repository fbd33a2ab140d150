package io.pelton.engine.kernel;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.Consumer;

/**
 * A backend that is usable here, with its kernels registered. Thread-safe; look-ups take no lock,
 * also while the backend is being extended.
 */
public final class Backend {
  private final String name;
  private final String description;
  private volatile BindingTable table;

  /**
   * @param name the provider's name
   * @param description what the probe found
   * @param table its kernels, sealed
   */
  public Backend(String name, String description, BindingTable table) {
    this.name = name;
    this.description = description;
    this.table = table;
  }

  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

  /** The kernels as of now; whoever decides several things on them keeps the table. */
  public BindingTable table() {
    return table;
  }

  /**
   * Adds kernels behind those that are registered, for every plan that is made from now on.
   *
   * @return the table that is handed out from now on
   * @throws io.pelton.engine.error.DuplicateKernel when one of them is registered already; then
   *     none of them is added
   */
  public synchronized BindingTable extend(Consumer<BindingTable.Builder> registration) {
    BindingTable.Builder extension = table.extension();
    registration.accept(extension);
    BindingTable extended = extension.seal();
    table = extended;
    return extended;
  }

  /**
   * The best usable backend that the loader of the engine's user can see.
   *
   * @throws BackendUnavailable when there is none
   */
  public static Backend best(ClassLoader loader) {
    List<String> reasons = new ArrayList<>();
    return providers(loader).stream()
        .filter(provider -> isUsable(provider, reasons))
        .findFirst()
        .map(Backend::open)
        .orElseThrow(
            () ->
                new BackendUnavailable(
                    "any",
                    reasons.isEmpty()
                        ? "no provider is on the class path; add pelton-backend-cpu"
                        : String.join("; ", reasons),
                    List.of()));
  }

  /**
   * The backend of that name, never another one.
   *
   * @throws BackendUnavailable when it is missing, or with the reason that its probe gives
   */
  public static Backend named(String name, ClassLoader loader) {
    List<BackendProvider> providers = providers(loader);
    List<String> usable =
        providers.stream()
            .filter(provider -> provider.probe() instanceof Probe.Usable)
            .map(BackendProvider::name)
            .toList();
    BackendProvider provider =
        providers.stream()
            .filter(candidate -> candidate.name().equals(name))
            .findFirst()
            .orElseThrow(
                () -> new BackendUnavailable(name, "no such provider on the class path", usable));
    if (provider.probe() instanceof Probe.Unusable unusable) {
      throw new BackendUnavailable(name, unusable.reason(), usable);
    }
    return open(provider);
  }

  /** Registers the provider's kernels, which must be usable. */
  public static Backend open(BackendProvider provider) {
    if (!(provider.probe() instanceof Probe.Usable usable)) {
      throw new BackendUnavailable(provider.name(), provider.probe().toString(), List.of());
    }
    BindingTable.Builder builder = new BindingTable.Builder(provider.name());
    provider.register(builder);
    return new Backend(provider.name(), usable.description(), builder.seal());
  }

  /**
   * The alternative for a node: the first that was registered.
   *
   * @throws NoBackendForOp with what this backend does support
   */
  public Alternative select(Graph graph, NodeId node) {
    return alternatives(graph, node).stream()
        .findFirst()
        .orElseThrow(() -> KernelGap.of(graph, node, List.of(name), Map.of(name, table)));
  }

  /** Every alternative for a node, in order of registration. */
  public List<Alternative> alternatives(Graph graph, NodeId node) {
    return table.lookup(BindingKey.of(graph, node, name));
  }

  @Override
  public String toString() {
    return name;
  }

  private static List<BackendProvider> providers(ClassLoader loader) {
    return ServiceLoader.load(BackendProvider.class, loader).stream()
        .map(ServiceLoader.Provider::get)
        .sorted(Comparator.comparingInt(BackendProvider::rank).reversed())
        .toList();
  }

  private static boolean isUsable(BackendProvider provider, List<String> reasons) {
    if (provider.probe() instanceof Probe.Unusable unusable) {
      reasons.add(provider.name() + ": " + unusable.reason());
      return false;
    }
    return true;
  }
}
