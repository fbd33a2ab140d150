package io.pelton.engine.plan.run;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;

/**
 * A chain of nodes on one device: each but the first depends on the one before it and on nothing
 * else that runs.
 *
 * @param nodes at least one, in the order in which they run
 */
public record Run(DeviceId device, List<NodeId> nodes) {
  public Run {
    nodes = List.copyOf(nodes);
  }

  NodeId first() {
    return nodes.get(0);
  }

  NodeId last() {
    return nodes.get(nodes.size() - 1);
  }
}
