package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.List;

/** What the compiler of a pass hands over to whoever executes it, in order. */
sealed interface Work {
  /** Gives a segment its inputs, and memory for its outputs. */
  record Enter(BoundSegment segment) implements Work {}

  /** Runs a step, which has been bound by now. */
  record Step(BoundSegment segment, int at) implements Work {}

  /**
   * Takes a segment's outputs.
   *
   * @param unread values that nobody reads any more
   * @param isOver whether the segment's memory can be released
   */
  record Leave(BoundSegment segment, List<ValueId> unread, boolean isOver) implements Work {}

  /**
   * Finds out what planning can't go on without.
   *
   * @param controls nodes that own bodies, which are run; their operands are there
   * @param values that were computed and whose elements are needed
   */
  record Inquiry(List<NodeId> controls, List<ValueId> values) implements Work {}
}
