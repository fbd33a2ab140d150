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

  /** True when a step's elements depend on those of session state, not on its lengths alone. */
  static boolean isOfState(List<Step> steps, int step) {
    BitSet seen = new BitSet();
    Deque<Integer> left = new ArrayDeque<>(List.of(step));
    while (!left.isEmpty()) {
      Step at = steps.get(left.pop());
      if (at instanceof Step.Input input && input.isSession()) {
        return true;
      }
      boolean asksLengths = at instanceof Step.Apply apply && apply.op() instanceof ShapeOp.ShapeOf;
      for (Ref operand : asksLengths ? List.<Ref>of() : at.operands()) {
        if (!operand.isAbsent() && !seen.get(operand.step())) {
          seen.set(operand.step());
          left.push(operand.step());
        }
      }
    }
    return false;
  }

  /** The node that binds a symbol when it has run. */
  static OptionalInt producer(List<Step> steps, SymbolId symbol) {
    return IntStream.range(0, steps.size())
        .filter(at -> steps.get(at) instanceof Step.Apply apply && apply.binds(symbol))
        .findFirst();
  }
}
