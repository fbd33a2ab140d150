package io.pelton.engine.plan;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.error.Unplaced;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.KernelGap;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Enumerates where and how a node may run. */
final class Candidates {
  private final Graph graph;
  private final Devices devices;
  private final PlanOptions options;

  Candidates(Graph graph, Devices devices, PlanOptions options) {
    this.graph = graph;
    this.devices = devices;
    this.options = options;
  }

  /**
   * The candidates on the node's own device or, only where there are none, on the devices that it
   * may fall back to.
   *
   * @return at least one
   * @throws NoBackendForOp when no admissible device has a kernel
   * @throws Unplaced when nothing decides on a device
   */
  List<Candidate> of(NodeId node) {
    Device own = decide(node);
    List<Candidate> found = on(graph, node, own);
    Set<Device> tried = new LinkedHashSet<>(List.of(own));
    if (found.isEmpty() && mayFallBack(node)) {
      found = new ArrayList<>();
      for (DeviceId fallback : options.fallbackPlacements()) {
        Device device = devices.get(fallback);
        tried.add(device);
        found.addAll(on(graph, node, device));
      }
    }
    if (found.isEmpty()) {
      throw uncovered(node, List.copyOf(tried));
    }
    return found;
  }

  /**
   * The node's own device: where it is placed, where the plan is pinned, or the first device of the
   * backend that it is stamped with.
   */
  Device decide(NodeId node) {
    Optional<DeviceId> device = graph.placement(node).or(options::pinned);
    if (device.isPresent()) {
      return devices.get(device.get());
    }
    String backend =
        graph
            .targetBackend(node)
            .orElseThrow(() -> new Unplaced(graph.name(node), graph.op(node).label()));
    return devices
        .ofBackend(backend)
        .orElseThrow(
            () ->
                new BackendUnavailable(
                    backend,
                    "node '"
                        + graph.name(node)
                        + "' is stamped with it, but the plan has no such"
                        + " device",
                    devices.all().stream().map(Device::toString).toList()));
  }

  private boolean mayFallBack(NodeId node) {
    return graph.placement(node).isEmpty() && graph.op(node).destructiveInput().isEmpty();
  }

  /** In order of registration. */
  static List<Candidate> on(Graph graph, NodeId node, Device device) {
    BindingKey key = BindingKey.of(graph, node, device.backend().name());
    return device.backend().table().lookup(key).stream()
        .map(alternative -> new Candidate(device, alternative))
        .toList();
  }

  private NoBackendForOp uncovered(NodeId node, List<Device> tried) {
    Map<String, BindingTable> open = new LinkedHashMap<>();
    devices.all().forEach(device -> open.put(device.toString(), device.backend().table()));
    return KernelGap.of(graph, node, tried.stream().map(Device::toString).toList(), open);
  }
}
