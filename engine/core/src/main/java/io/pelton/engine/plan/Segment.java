package io.pelton.engine.plan;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A part of a graph that is planned as a whole, because all lengths in it are known. Values are
 * named as in the graph that it is a part of.
 *
 * @param plan leaves its outputs where they are computed; empty where no node could be planned
 * @param inputs by the plan's slots
 * @param outputs by the plan's slots
 * @param known what is known of the outputs, in the same order
 * @param deferred nodes that could not be planned yet, in order
 * @param awaited values whose elements these need before they can be planned
 */
public record Segment(
    Optional<Plan> plan,
    List<ValueId> inputs,
    List<ValueId> outputs,
    List<Known> known,
    List<NodeId> deferred,
    Set<ValueId> awaited) {
  public Segment {
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
    known = List.copyOf(known);
    deferred = List.copyOf(deferred);
    awaited = Set.copyOf(awaited);
  }
}
