package io.pelton.engine.realize;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.plan.run.RunCosts;
import io.pelton.engine.tensor.DeviceId;

/** Every node takes as long as any other, where it was placed, and moves take as long again. */
record UnitCosts(Graph graph) implements RunCosts {
  @Override
  public DeviceId device(NodeId node) {
    return graph.placement(node).orElse(DeviceId.first("cpu"));
  }

  @Override
  public double nanos(NodeId node) {
    return 1;
  }

  @Override
  public double moveNanos(NodeId producer, NodeId reader) {
    return 1;
  }
}
