package io.pelton.engine.plan;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import java.util.ArrayList;
import java.util.List;

/**
 * What a destructive node overwrites, and who else reads that: readers that run before it, and late
 * ones that need a snapshot.
 */
final class Mutation {
  /** Operand {@code operand} of {@code node}. */
  record Use(NodeId node, int operand) {}

  private final NodeId node;
  private final ValueId root;
  private final List<Use> early = new ArrayList<>();
  private final List<Use> late = new ArrayList<>();
  private int pending;

  Mutation(NodeId node, ValueId root) {
    this.node = node;
    this.root = root;
  }

  NodeId node() {
    return node;
  }

  ValueId root() {
    return root;
  }

  List<Use> early() {
    return early;
  }

  List<Use> late() {
    return late;
  }

  /** Announces a read that {@link #read} will report. */
  void expect() {
    pending++;
  }

  void read(Use use, boolean hasRun) {
    pending--;
    (hasRun ? late : early).add(use);
  }

  /** True when all other readers have been served. */
  boolean isFree() {
    return pending == 0;
  }
}
