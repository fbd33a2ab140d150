package io.pelton.engine.plan;

import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.Optional;

/**
 * How nodes find their devices.
 *
 * @param pinned where every node runs that is not placed explicitly; empty to go by the backends
 *     that nodes are stamped with
 * @param fallbackPlacements where a node may run instead when its own device has no kernel for it,
 *     in order of preference among equals; empty for nowhere
 * @param requiresTransferPrices refuse to plan a move between devices that has no price; otherwise
 *     such a move is the last choice, never a free one
 */
public record PlanOptions(
    Optional<DeviceId> pinned, List<DeviceId> fallbackPlacements, boolean requiresTransferPrices) {
  public PlanOptions {
    fallbackPlacements = List.copyOf(fallbackPlacements);
  }

  /** Every node on that device, or not at all. */
  public static PlanOptions pinnedTo(DeviceId device) {
    return new PlanOptions(Optional.of(device), List.of(), false);
  }

  /** Every node on the device that it is placed on or whose backend it is stamped with. */
  public static PlanOptions asStamped() {
    return new PlanOptions(Optional.empty(), List.of(), false);
  }

  public PlanOptions withFallbackPlacements(DeviceId... devices) {
    return new PlanOptions(pinned, List.of(devices), requiresTransferPrices);
  }

  public PlanOptions withRequiredTransferPrices() {
    return new PlanOptions(pinned, fallbackPlacements, true);
  }
}
