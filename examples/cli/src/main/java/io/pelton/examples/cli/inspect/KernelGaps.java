package io.pelton.examples.cli.inspect;

import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.KernelGap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Finds nodes of an imported graph for which neither the host nor a device has a kernel. */
final class KernelGaps {
  private KernelGaps() {}

  static List<NoBackendForOp> of(NamedGraph named, Devices devices) {
    Graph graph = named.graph();
    List<NoBackendForOp> gaps = new ArrayList<>();
    for (NodeId node : graph.order(named.outputs().values())) {
      Op op = graph.op(node);
      if (op instanceof SourceOp || op instanceof ShapeOp.ShapeOf || op.isView()) {
        continue;
      }
      if (devices.all().stream()
          .allMatch(device -> device.backend().alternatives(graph, node).isEmpty())) {
        gaps.add(gap(graph, node, devices));
      }
    }
    return gaps;
  }

  private static NoBackendForOp gap(Graph graph, NodeId node, Devices devices) {
    Map<String, BindingTable> tables = new LinkedHashMap<>();
    devices.all().forEach(device -> tables.put(device.toString(), device.backend().table()));
    return KernelGap.of(graph, node, List.copyOf(tables.keySet()), tables);
  }
}
