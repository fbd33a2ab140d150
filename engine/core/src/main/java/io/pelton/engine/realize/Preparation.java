package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.plan.SegmentPlanner;
import java.util.List;
import java.util.Optional;

/**
 * What all passes of one realization share.
 *
 * @param owner holds the weights that plans name
 * @param template what they run
 * @param planner plans its segments
 * @param order of its nodes; empty where that differs from pass to pass
 */
record Preparation(
    Realizer owner, Template template, SegmentPlanner planner, Optional<List<NodeId>> order) {
  boolean isOf(Realizer realizer, Realization realization) {
    return owner.equals(realizer) && template.isOf(realization);
  }
}
