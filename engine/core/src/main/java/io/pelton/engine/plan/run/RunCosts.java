package io.pelton.engine.plan.run;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.tensor.DeviceId;

/** Where nodes run and what that takes, as far as it is known before plans are made. */
public interface RunCosts {
  /** The device of a node that is no source. */
  DeviceId device(NodeId node);

  /** Nanoseconds for the node on its device; finite and not negative. */
  double nanos(NodeId node);

  /**
   * Nanoseconds for moving what a node reads of another one to its device; finite and not negative.
   * Asked only for nodes on different devices.
   */
  double moveNanos(NodeId producer, NodeId reader);
}
