package io.pelton.engine.plan;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
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
 * @param candidates devices to one of which a plan may move nodes that are not placed explicitly,
 *     where that is cheaper than leaving them; empty to move none
 * @param fallbackPlacements where a node may run instead when its own device has no admissible
 *     kernel for it; the cheapest is taken, the first among equals; empty for nowhere
 * @param requiresTransferPrices refuse to plan a move between devices that has no price; otherwise
 *     such a move is the last choice, never a free one
 * @param precisionFloor kernels that promise less are not admissible
 * @param prefersBitStable where a node has kernels that are bit-stable, take one of these
 * @param judge what was measured, and may be; {@link Judge#ofProcess} unless another one is given.
 *     It chooses among kernels whose results are the same bits
 */
public record PlanOptions(
    Optional<DeviceId> pinned,
    List<DeviceId> candidates,
    List<DeviceId> fallbackPlacements,
    boolean requiresTransferPrices,
    Precision precisionFloor,
    boolean prefersBitStable,
    Judge judge) {
  /**
   * What plans ask for that may use a device other than the host: such devices compute some
   * functions by libraries of their own, which are a few units in the last place from the host's
   * polynomials. The loosest bound that the CUDA Math API documents is 10 ulps.
   */
  public static final Precision DEVICE_FLOOR = Precision.within(16);

  public PlanOptions {
    candidates = List.copyOf(candidates);
    fallbackPlacements = List.copyOf(fallbackPlacements);
  }

  private static PlanOptions of(Optional<DeviceId> pinned, Precision floor) {
    return new PlanOptions(pinned, List.of(), List.of(), false, floor, true, Judge.ofProcess());
  }

  /** Every node on that device, or not at all, by exact kernels. */
  public static PlanOptions pinnedTo(DeviceId device) {
    return of(Optional.of(device), Precision.EXACT_BITS);
  }

  /**
   * Every node on that device, or not at all: by exact kernels on the host, elsewhere by kernels
   * within {@link #DEVICE_FLOOR}.
   */
  public static PlanOptions on(Device device) {
    return of(Optional.of(device.id()), device.isHost() ? Precision.EXACT_BITS : DEVICE_FLOOR);
  }

  /**
   * On the host or, as far as that is cheaper by estimates for a fixed number of rows, on one of
   * the other devices, by kernels within {@link #DEVICE_FLOOR}.
   */
  public static PlanOptions automatic(Devices devices) {
    DeviceId[] others =
        devices.all().stream()
            .filter(device -> !device.isHost())
            .map(Device::id)
            .toArray(DeviceId[]::new);
    return on(devices.host()).withPrecisionFloor(DEVICE_FLOOR).withCandidates(others);
  }

  /** Every node on the device that it is placed on or whose backend it is stamped with. */
  public static PlanOptions asStamped() {
    return of(Optional.empty(), Precision.EXACT_BITS);
  }

  /** Moves nodes to one of these devices where that is cheaper; what isn't moved stays pinned. */
  public PlanOptions withCandidates(DeviceId... devices) {
    return new PlanOptions(
        pinned,
        List.of(devices),
        fallbackPlacements,
        requiresTransferPrices,
        precisionFloor,
        prefersBitStable,
        judge);
  }

  public PlanOptions withFallbackPlacements(DeviceId... devices) {
    return new PlanOptions(
        pinned,
        candidates,
        List.of(devices),
        requiresTransferPrices,
        precisionFloor,
        prefersBitStable,
        judge);
  }

  public PlanOptions withRequiredTransferPrices() {
    return new PlanOptions(
        pinned, candidates, fallbackPlacements, true, precisionFloor, prefersBitStable, judge);
  }

  /**
   * @param floor what a kernel has to promise at least
   */
  public PlanOptions withPrecisionFloor(Precision floor) {
    return new PlanOptions(
        pinned,
        candidates,
        fallbackPlacements,
        requiresTransferPrices,
        floor,
        prefersBitStable,
        judge);
  }

  /**
   * @param isPreferred false to rank kernels whose bits may differ from run to run or from batch to
   *     batch, such as those of vendors' libraries, like all others; results may then depend on the
   *     batch. Most of these promise no bound, so that they need a floor that asks for none, too
   */
  public PlanOptions withBitStablePreferred(boolean isPreferred) {
    return new PlanOptions(
        pinned,
        candidates,
        fallbackPlacements,
        requiresTransferPrices,
        precisionFloor,
        isPreferred,
        judge);
  }

  public PlanOptions withJudge(Judge measuring) {
    return new PlanOptions(
        pinned,
        candidates,
        fallbackPlacements,
        requiresTransferPrices,
        precisionFloor,
        prefersBitStable,
        measuring);
  }
}
