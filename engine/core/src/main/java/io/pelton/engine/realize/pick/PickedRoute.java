package io.pelton.engine.realize.pick;

import io.pelton.engine.graph.NodeId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Which arm runs at each branch. Immutable; equal routes pick the same arms.
 *
 * @param arms by branch node, without those that pick arm 0
 */
public record PickedRoute(Map<NodeId, Integer> arms) {
  /** Arm 0 everywhere. */
  public static final PickedRoute FIRST_ARMS = new PickedRoute(Map.of());

  public PickedRoute {
    Map<NodeId, Integer> picked = new LinkedHashMap<>(arms);
    picked.values().removeIf(arm -> arm == 0);
    arms = Map.copyOf(picked);
  }

  /** The arm of a branch, 0 where nothing was picked. */
  public int arm(NodeId branch) {
    return arms.getOrDefault(branch, 0);
  }
}
