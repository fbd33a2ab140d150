package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.plan.SegmentPlanner;
import java.util.List;

/**
 * What all passes of one realization share.
 *
 * @param template what they run
 * @param planner plans its segments
 * @param order of its nodes, where that is the same in every pass
 */
record Preparation(Template template, SegmentPlanner planner, List<NodeId> order) {}
