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
  public PlanContext(Devices devices, PlanOptions options) {
    this(devices, options, new CostModel(devices, options.judge()));
  }
}
