package io.pelton.engine.plan;

import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import java.util.OptionalDouble;

/**
 * What planning decisions are based on.
 *
 * @param devices that may be used
 * @param options how nodes find theirs
 * @param costs what kernels and moves cost
 */
public record PlanContext(Devices devices, PlanOptions options, CostModel costs) {
  /**
   * @throws io.pelton.engine.error.BackendUnavailable when the options name a device that is not
   *     among these
   */
  public PlanContext {
    options.pinned().ifPresent(devices::get);
    options.fallbackPlacements().forEach(devices::get);
  }

  public PlanContext(Devices devices, PlanOptions options) {
    this(devices, options, new CostModel(devices, options.judge()));
  }

  /**
   * Nanoseconds for moving bytes that a node reads.
   *
   * @return empty where the move has no price
   * @throws io.pelton.engine.error.UnpricedTransfer where it has none and the options require one
   */
  OptionalDouble moveNanos(String node, Device from, Device to, long bytes) {
    return options.requiresTransferPrices()
        ? OptionalDouble.of(costs.requiredTransferNanos(node, from.id(), to.id(), bytes))
        : costs.transferNanos(from.id(), to.id(), bytes);
  }
}
