package io.pelton.onnx.op;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Refuses trees in which a walk would never end. Two parents may share a child. Without recursion:
 * trees of hostile models are deep.
 */
final class ForestCycles {
  private enum State {
    OPEN,
    DONE
  }

  private final ForestTopology topology;
  private final OnnxNode node;
  private final State[] states;
  private final Deque<Integer> path = new ArrayDeque<>();

  private ForestCycles(ForestTopology topology, OnnxNode node) {
    this.topology = topology;
    this.node = node;
    this.states = new State[topology.size()];
  }

  static void refuse(ForestTopology topology, OnnxNode node) {
    ForestCycles cycles = new ForestCycles(topology, node);
    for (int place = 0; place < topology.size(); place++) {
      cycles.walk(place);
    }
  }

  /** Places stay open while what is below them is visited. */
  private void walk(int start) {
    path.push(start);
    while (!path.isEmpty()) {
      int place = path.peek();
      if (states[place] != null || topology.isLeaf(place)) {
        states[place] = State.DONE;
        path.pop();
      } else {
        states[place] = State.OPEN;
        descend(topology.whenTrue(place));
        descend(topology.whenFalse(place));
      }
    }
  }

  private void descend(int child) {
    if (states[child] == State.OPEN) {
      throw node.invalid(topology.key(child) + " is its own descendant");
    }
    if (states[child] == null) {
      path.push(child);
    }
  }
}
