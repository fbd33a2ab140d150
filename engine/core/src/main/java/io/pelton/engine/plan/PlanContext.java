package io.pelton.engine.plan;

import io.pelton.engine.kernel.Devices;

/**
 * What planning decisions are based on.
 *
 * @param devices that may be used
 * @param options how nodes find theirs
 */
public record PlanContext(Devices devices, PlanOptions options) {}
