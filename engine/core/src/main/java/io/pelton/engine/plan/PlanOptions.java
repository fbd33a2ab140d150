package io.pelton.engine.plan;

import io.pelton.engine.kernel.Precision;
import io.pelton.engine.plan.judge.Judge;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.Optional;

/**
 * How nodes find their devices and kernels.
 *
 * @param pinned where every node runs that is not placed explicitly; empty to go by the backends
 *     that nodes are stamped with
 * @param fallbackPlacements where a node may run instead when its own device has no admissible
 *     kernel for it; the cheapest is taken, the first among equals; empty for nowhere
 * @param requiresTransferPrices refuse to plan a move between devices that has no price; otherwise
 *     such a move is the last choice, never a free one
 * @param precisionFloor kernels that promise less are not admissible
 * @param prefersBitStable where a node has kernels that are bit-stable, take one of these
 * @param judge what was measured, and may be
 */
public record PlanOptions(
    Optional<DeviceId> pinned,
    List<DeviceId> fallbackPlacements,
    boolean requiresTransferPrices,
    Precision precisionFloor,
    boolean prefersBitStable,
    Judge judge) {
  public PlanOptions {
    fallbackPlacements = List.copyOf(fallbackPlacements);
  }

  private static PlanOptions of(Optional<DeviceId> pinned) {
    return new PlanOptions(pinned, List.of(), false, Precision.EXACT_BITS, true, Judge.off());
  }

  /** Every node on that device, or not at all, by exact kernels. */
  public static PlanOptions pinnedTo(DeviceId device) {
    return of(Optional.of(device));
  }

  /** Every node on the device that it is placed on or whose backend it is stamped with. */
  public static PlanOptions asStamped() {
    return of(Optional.empty());
  }

  public PlanOptions withFallbackPlacements(DeviceId... devices) {
    return new PlanOptions(
        pinned, List.of(devices), requiresTransferPrices, precisionFloor, prefersBitStable, judge);
  }

  public PlanOptions withRequiredTransferPrices() {
    return new PlanOptions(
        pinned, fallbackPlacements, true, precisionFloor, prefersBitStable, judge);
  }

  /**
   * @param floor what a kernel has to promise at least
   */
  public PlanOptions withPrecisionFloor(Precision floor) {
    return new PlanOptions(
        pinned, fallbackPlacements, requiresTransferPrices, floor, prefersBitStable, judge);
  }

  public PlanOptions withJudge(Judge measuring) {
    return new PlanOptions(
        pinned,
        fallbackPlacements,
        requiresTransferPrices,
        precisionFloor,
        prefersBitStable,
        measuring);
  }
}
