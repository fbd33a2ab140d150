package io.pelton.engine.kernel;

import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Says what is covered where a node is not. */
public final class KernelGap {
  private KernelGap() {}

  /**
   * The error for a node that no admissible backend has a kernel for.
   *
   * @param admissible names of the backends or devices on which the node may run
   * @param open the kernels of everything that is open, admissible or not, by name
   */
  public static NoBackendForOp of(
      Graph graph, NodeId node, List<String> admissible, Map<String, BindingTable> open) {
    BindingKey key = BindingKey.of(graph, node, "any");
    Map<String, List<String>> supported = new LinkedHashMap<>();
    open.forEach((name, table) -> supported.put(name, table.supported(key.kind())));
    return new NoBackendForOp(
        graph.name(node), graph.op(node).label(), key.signature(), admissible, supported);
  }
}
