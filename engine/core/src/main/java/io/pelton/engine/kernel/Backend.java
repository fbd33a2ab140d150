package io.pelton.engine.kernel;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A backend that is usable here, with its kernels registered. Thread-safe; look-ups take no lock,
 * also while the backend is being extended.
 */
public final class Backend {
  private final String name;
  private final String description;
  private final boolean isHost;
  private volatile BindingTable table;

  /**
   * @param name the provider's name
   * @param description what the probe found
   * @param table its kernels, sealed
   */
  public Backend(String name, String description, BindingTable table) {
    this(name, description, table, true);
  }

  private Backend(String name, String description, BindingTable table, boolean isHost) {
    this.name = name;
    this.description = description;
    this.table = table;
    this.isHost = isHost;
  }

  public String name() {
    return name;
  }

  public String description() {
    return description;
  }

  /** False where its kernels need a device with memory of its own, as far as that is known. */
  boolean canBeHost() {
    return isHost;
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
   * The best usable host backend that the loader of the engine's user can see. Backends of other
   * devices are not probed.
   *
   * @throws BackendUnavailable when there is none
   */
  public static Backend best(ClassLoader loader) {
    return open(Providers.seenBy(loader).best());
  }

  /**
   * The backend of that name, never another one. For a backend of devices other than the host,
   * {@link Devices#open} has the devices, too.
   *
   * @throws BackendUnavailable when it is missing, or with the reason that its probe gives
   */
  public static Backend named(String name, ClassLoader loader) {
    return open(Providers.seenBy(loader).named(name, name));
  }

  /** Registers the provider's kernels, which must be usable. */
  public static Backend open(BackendProvider provider) {
    if (!(provider.probe() instanceof Probe.Usable usable)) {
      throw new BackendUnavailable(provider.name(), provider.probe().toString(), List.of());
    }
    BindingTable.Builder builder = new BindingTable.Builder(provider.name());
    provider.register(builder);
    return new Backend(provider.name(), usable.description(), builder.seal(), provider.isHost());
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
}
