package io.pelton.cpu.property;

import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** What steps depend on. */
final class Lineage {
  private Lineage() {}

  /**
   * True when a step comes after another one: it reads it, what was made from it, or a symbol which
   * it binds, or is ordered behind it. No step descends from itself.
   */
  static boolean descends(List<Step> steps, int step, int from) {
    BitSet seen = new BitSet();
    Deque<Integer> left = new ArrayDeque<>(List.of(step));
    while (!left.isEmpty()) {
      for (int needed : needs(steps, left.pop())) {
        if (needed == from) {
          return true;
        }
        // whatever is needed stands before
        if (needed > from && !seen.get(needed)) {
          seen.set(needed);
          left.push(needed);
        }
      }
    }
    return false;
  }

  private static List<Integer> needs(List<Step> steps, int step) {
    List<Integer> needs = new ArrayList<>();
    steps.get(step).operands().forEach(operand -> needs.add(operand.step()));
    if (steps.get(step) instanceof Step.Apply apply) {
      needs.addAll(apply.after());
      apply.op().symbols().forEach(symbol -> producer(steps, symbol).ifPresent(needs::add));
    }
    return needs;
  }

  /** True when plans depend on the elements of session state, not on its lengths alone. */
  static boolean plansByState(List<Step> steps) {
    BitSet ofState = new BitSet();
    for (int at = 0; at < steps.size(); at++) {
      Step step = steps.get(at);
      boolean readsState = step instanceof Step.Input input && input.isSession();
      for (int operand = 0; operand < step.operands().size(); operand++) {
        int from = step.operands().get(operand).step();
        if (from >= 0 && ofState.get(from)) {
          readsState = true;
          if (step instanceof Step.Apply apply && apply.op().isPlanOperand(operand)) {
            return true;
          }
        }
      }
      boolean asksLengths =
          step instanceof Step.Apply apply && apply.op() instanceof ShapeOp.ShapeOf;
      ofState.set(at, readsState && !asksLengths);
    }
    return false;
  }

  /** The node that binds a symbol when it has run. */
  static OptionalInt producer(List<Step> steps, SymbolId symbol) {
    return IntStream.range(0, steps.size())
        .filter(
            at ->
                steps.get(at) instanceof Step.Apply apply
                    && apply.op().produces().containsValue(symbol))
        .findFirst();
  }
}
