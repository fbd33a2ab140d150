package io.pelton.engine.plan;

import io.pelton.engine.kernel.Devices;

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
}
