package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Finds the backends on which nodes of a graph are to run before any of them falls back. */
public final class TargetBackends {
  private TargetBackends() {}

  /**
   * That of the device that plans are pinned to, those of devices that nodes are placed on and,
   * without a pinned device, those that nodes are stamped with, as far as the devices have them.
   */
  public static List<Backend> of(Graph graph, Devices devices, PlanOptions options) {
    Set<Backend> backends = new LinkedHashSet<>();
    options.pinned().map(devices::get).map(Device::backend).ifPresent(backends::add);
    for (int index = 0; index < graph.size(); index++) {
      NodeId node = new NodeId(index);
      graph.placement(node).map(devices::get).map(Device::backend).ifPresent(backends::add);
      if (options.pinned().isEmpty()) {
        graph
            .targetBackend(node)
            .flatMap(devices::ofBackend)
            .map(Device::backend)
            .ifPresent(backends::add);
      }
    }
    return List.copyOf(backends);
  }
}
