package io.pelton.engine.plan;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.error.PrecisionUnmet;
import io.pelton.engine.error.Unplaced;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.KernelGap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Knows on which devices a node may run. */
final class DeviceChoice {
  private final Devices devices;
  private final PlanOptions options;

  DeviceChoice(Devices devices, PlanOptions options) {
    this.devices = devices;
    this.options = options;
  }

  /**
   * The node's own device: where it is placed, where the plan is pinned, or the first device of the
   * backend that it is stamped with.
   *
   * @throws Unplaced when nothing decides
   */
  Device own(Graph graph, NodeId node) {
    return find(graph, node).orElseThrow(() -> undecided(graph, node));
  }

  /** The node's own device; empty where nothing decides or the plan has no such device. */
  Optional<Device> find(Graph graph, NodeId node) {
    return graph
        .placement(node)
        .or(options::pinned)
        .map(devices::get)
        .or(() -> graph.targetBackend(node).flatMap(devices::ofBackend));
  }

  private EngineException undecided(Graph graph, NodeId node) {
    return graph
        .targetBackend(node)
        .<EngineException>map(backend -> unknown(backend, graph.name(node)))
        .orElseGet(() -> new Unplaced(graph.name(node), graph.op(node).label()));
  }

  private BackendUnavailable unknown(String backend, String node) {
    return new BackendUnavailable(
        backend,
        "node '" + node + "' is stamped with it, but the plan has no device of it",
        devices.all().stream().map(Device::toString).toList());
  }

  /** None for nodes that are placed explicitly and for destructive ones. */
  List<Device> fallbacks(Graph graph, NodeId node) {
    boolean isFixed =
        graph.placement(node).isPresent() || graph.op(node).destructiveInput().isPresent();
    return isFixed
        ? List.of()
        : options.fallbackPlacements().stream().map(devices::get).distinct().toList();
  }

  /**
   * The error for a node that no device takes.
   *
   * @param tried where it might have run
   */
  EngineException uncovered(Graph graph, NodeId node, List<Device> tried) {
    List<String> offered =
        tried.stream()
            .distinct()
            .flatMap(
                device ->
                    device.backend().alternatives(graph, node).stream()
                        .map(a -> a.name() + " on " + device + ": " + a.precision()))
            .toList();
    String floor = options.precisionFloor().toString();
    return offered.isEmpty()
        ? gap(graph, node, tried)
        : new PrecisionUnmet(graph.name(node), graph.op(node).label(), floor, offered);
  }

  private NoBackendForOp gap(Graph graph, NodeId node, List<Device> tried) {
    Map<String, BindingTable> open = new LinkedHashMap<>();
    devices.all().forEach(device -> open.put(device.toString(), device.backend().table()));
    List<String> admissible = tried.stream().map(Device::toString).distinct().toList();
    return KernelGap.of(graph, node, admissible, open);
  }
}
