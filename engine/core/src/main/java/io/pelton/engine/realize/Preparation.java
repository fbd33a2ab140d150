package io.pelton.engine.realize;

import io.pelton.engine.plan.SegmentPlanner;

/**
 * What all passes of one realization share.
 *
 * @param template what they run
 * @param planner plans its segments
 */
record Preparation(Template template, SegmentPlanner planner) {}
