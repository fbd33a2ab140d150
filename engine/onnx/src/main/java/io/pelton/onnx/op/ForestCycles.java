package io.pelton.onnx.op;

import io.pelton.engine.graph.Forest.Mode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntFunction;

/**
 * Refuses trees in which a walk would never end. Two parents may share a child. Without recursion:
 * trees of hostile models are deep.
 */
final class ForestCycles {
  private enum State {
    OPEN,
    DONE
  }

  private final Mode[] modes;
  private final int[][] children;
  private final State[] states;

  private ForestCycles(Mode[] modes, int[][] children) {
    this.modes = modes;
    this.children = children;
    this.states = new State[modes.length];
  }

  /**
   * @param children places of the nodes for true and for false
   * @param names what a place is called in messages
   */
  static void refuse(Mode[] modes, int[][] children, IntFunction<?> names, OnnxNode node) {
    ForestCycles cycles = new ForestCycles(modes, children);
    for (int place = 0; place < modes.length; place++) {
      int again = cycles.visit(place);
      node.check(again < 0, again < 0 ? "" : names.apply(again) + " is its own descendant");
    }
  }

  /** A place on a cycle below {@code start}, or -1. */
  private int visit(int start) {
    Deque<Integer> path = new ArrayDeque<>();
    path.push(start);
    while (!path.isEmpty()) {
      int place = path.peek();
      if (states[place] != null || modes[place] == Mode.LEAF) {
        states[place] = State.DONE;
        path.pop();
        continue;
      }
      states[place] = State.OPEN;
      for (int[] side : children) {
        State state = states[side[place]];
        if (state == State.OPEN) {
          return side[place];
        }
        if (state == null) {
          path.push(side[place]);
        }
      }
    }
    return -1;
  }
}
