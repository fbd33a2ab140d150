package io.pelton.examples.cli.inspect;

import io.pelton.engine.error.NoBackendForOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.kernel.Backend;
import java.util.ArrayList;
import java.util.List;

/** Finds nodes of an imported graph for which a backend has no kernel. */
final class KernelGaps {
  private KernelGaps() {}

  static List<NoBackendForOp> of(NamedGraph named, Backend backend) {
    Graph graph = named.graph();
    List<NoBackendForOp> gaps = new ArrayList<>();
    for (NodeId node : graph.order(named.outputs().values())) {
      Op op = graph.op(node);
      if (op instanceof SourceOp || op instanceof ShapeOp.ShapeOf || op.isView()) {
        continue;
      }
      try {
        backend.select(graph, node);
      } catch (NoBackendForOp e) {
        gaps.add(e);
      }
    }
    return gaps;
  }
}
