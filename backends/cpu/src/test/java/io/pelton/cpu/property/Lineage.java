package io.pelton.cpu.property;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;

/** What values are made from. */
final class Lineage {
  private Lineage() {}

  /** True when a step reads another one, or what was made from it; no step descends from itself. */
  static boolean descends(List<Step> steps, int step, int from) {
    BitSet seen = new BitSet();
    Deque<Integer> left = new ArrayDeque<>(List.of(step));
    while (!left.isEmpty()) {
      for (Ref operand : steps.get(left.pop()).operands()) {
        if (operand.step() == from) {
          return true;
        }
        // operands come first
        if (operand.step() > from && !seen.get(operand.step())) {
          seen.set(operand.step());
          left.push(operand.step());
        }
      }
    }
    return false;
  }
}
