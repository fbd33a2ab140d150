package io.pelton.engine.plan;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.tensor.DeviceId;
import java.util.Map;
import java.util.Optional;

/**
 * Where nodes of a graph run that are not placed explicitly, as far as that was decided for the
 * graph as a whole.
 *
 * @param devices by node; nodes that are left out go by the options
 * @param reason for explain(); empty where nothing was decided
 */
public record Assignment(Map<NodeId, DeviceId> devices, String reason) {
  /** Nothing was decided. */
  public static final Assignment NONE = new Assignment(Map.of(), "");

  public Assignment {
    devices = Map.copyOf(devices);
  }

  /** This, for a graph whose nodes were placed accordingly. */
  public Assignment placed() {
    return new Assignment(Map.of(), reason);
  }

  public Optional<DeviceId> device(NodeId node) {
    return Optional.ofNullable(devices.get(node));
  }
}
