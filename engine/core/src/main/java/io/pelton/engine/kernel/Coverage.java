package io.pelton.engine.kernel;

import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What backends have kernels for. */
public final class Coverage {
  private Coverage() {}

  /**
   * The error for a node that none of the admissible backends has a kernel for.
   *
   * @param admissible where the node may run
   * @param open all backends of the process, whose coverage the error tells; devices of one backend
   *     may repeat it
   */
  public static NoBackendForOp gap(
      Graph graph, NodeId node, List<Backend> admissible, List<Backend> open) {
    BindingKey key = BindingKey.of(graph, node, "any");
    Map<String, List<String>> supported = new LinkedHashMap<>();
    for (Backend backend : open) {
      List<String> known = supported.computeIfAbsent(backend.name(), name -> new ArrayList<>());
      backend.table().supported(key.kind()).stream()
          .filter(signature -> !known.contains(signature))
          .forEach(known::add);
    }
    return new NoBackendForOp(
        graph.name(node),
        graph.op(node).label(),
        key.signature(),
        admissible.stream().map(Backend::name).distinct().toList(),
        supported);
  }
}
