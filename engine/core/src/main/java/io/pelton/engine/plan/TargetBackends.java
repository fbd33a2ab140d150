package io.pelton.engine.plan;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Finds the backends on which nodes of a graph are to run before any of them falls back. */
public final class TargetBackends {
  private TargetBackends() {}

  /**
   * That of the device that plans are pinned to, those of devices that nodes are placed on and,
   * without a pinned device, those that nodes are stamped with, as far as the devices have them;
   * bodies that nodes own included.
   */
  public static List<Backend> of(Graph graph, Devices devices, PlanOptions options) {
    DeviceChoice choice = new DeviceChoice(devices, options);
    return devices(graph, choice).map(Device::backend).distinct().toList();
  }

  private static Stream<Device> devices(Graph graph, DeviceChoice choice) {
    return IntStream.range(0, graph.size())
        .mapToObj(NodeId::new)
        .flatMap(
            node ->
                graph.op(node) instanceof ControlOp control
                    ? control.bodies().stream().flatMap(body -> devices(body.graph(), choice))
                    : choice.find(graph, node).stream());
  }
}
