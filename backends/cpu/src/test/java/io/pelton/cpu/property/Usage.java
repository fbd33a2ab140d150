package io.pelton.cpu.property;

import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Which steps of a recipe its outputs need. */
final class Usage {
  private final List<Step> steps;
  private final boolean isSure;
  private final BitSet needed = new BitSet();
  private final Map<Integer, BitSet> common = new HashMap<>();

  private Usage(Recipe recipe, boolean isSure) {
    this.steps = recipe.steps();
    this.isSure = isSure;
    recipe.outputs().forEach(ref -> need(ref.step(), needed));
  }

  /** Whatever an output may come to depend on. */
  static Usage of(Recipe recipe) {
    return new Usage(recipe, false);
  }

  /**
   * What runs in any plan: not what only lends its shape, nor what others wait for that may turn
   * out to be constants.
   */
  static Usage sure(Recipe recipe) {
    return new Usage(recipe, true);
  }

  private void need(int step, BitSet into) {
    if (step < 0 || into.get(step)) {
      return;
    }
    into.set(step);
    if (isSure && steps.get(step) instanceof Step.Branch) {
      into.or(neededByAny(step));
      return;
    }
    List<Ref> operands = steps.get(step).operands();
    for (int operand = 0; operand < operands.size(); operand++) {
      if (!isSure || readsValue(steps.get(step), operand)) {
        need(operands.get(operand).step(), into);
      }
    }
    if (steps.get(step) instanceof Step.Branch branch) {
      need(branch.diverge().step(), into);
    }
    if (steps.get(step) instanceof Step.Apply apply && !isSure) {
      apply.after().forEach(earlier -> need(earlier, into));
      apply.op().symbols().forEach(symbol -> needSource(symbol, into));
    }
  }

  /** What is needed whichever arm is taken. */
  private BitSet neededByAny(int branch) {
    BitSet known = common.get(branch);
    if (known != null) {
      return known;
    }
    BitSet all = null;
    for (Ref exit : steps.get(branch).operands()) {
      BitSet arm = new BitSet();
      need(exit.step(), arm);
      if (all == null) {
        all = arm;
      } else {
        all.and(arm);
      }
    }
    common.put(branch, all);
    return all;
  }

  private static boolean readsValue(Step step, int operand) {
    Op op = ((Step.Apply) step).op();
    return !(op instanceof ShapeOp.ShapeOf) && !op.isPlanOperand(operand);
  }

  /** The node or input that says what a symbol stands for, where one does. */
  private void needSource(SymbolId symbol, BitSet into) {
    Lineage.producer(steps, symbol).ifPresent(at -> need(at, into));
    for (int at = 0; at < steps.size(); at++) {
      if (steps.get(at) instanceof Step.Input input && input.has(symbol)) {
        need(at, into);
        return;
      }
    }
  }

  boolean isNeeded(int step) {
    return needed.get(step);
  }

  /** What a run leaves in the memory of an input; empty where several nodes compete for it. */
  Optional<Ref> rewritten(int input) {
    Ref current = new Ref(input, 0);
    while (true) {
      List<Integer> writers = writers(current);
      if (writers.size() != 1) {
        return writers.isEmpty() ? Optional.of(current) : Optional.empty();
      }
      current = new Ref(writers.get(0), 0);
    }
  }

  private List<Integer> writers(Ref target) {
    List<Integer> writers = new ArrayList<>();
    for (int at = 0; at < steps.size(); at++) {
      if (needed.get(at)
          && steps.get(at) instanceof Step.Apply apply
          && apply.op() instanceof MutationOp
          && apply.operands().get(0).equals(target)) {
        writers.add(at);
      }
    }
    return writers;
  }
}
