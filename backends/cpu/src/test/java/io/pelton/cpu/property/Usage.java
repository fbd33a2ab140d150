package io.pelton.cpu.property;

import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** Which steps of a recipe its outputs need. */
final class Usage {
  private final List<Step> steps;
  private final boolean isSure;
  private final BitSet needed = new BitSet();

  private Usage(Recipe recipe, boolean isSure) {
    this.steps = recipe.steps();
    this.isSure = isSure;
    recipe.outputs().forEach(ref -> need(ref.step()));
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

  private void need(int step) {
    if (step < 0 || needed.get(step)) {
      return;
    }
    needed.set(step);
    List<Ref> operands = steps.get(step).operands();
    for (int operand = 0; operand < operands.size(); operand++) {
      if (!isSure || readsValue(steps.get(step), operand)) {
        need(operands.get(operand).step());
      }
    }
    if (steps.get(step) instanceof Step.Apply apply && !isSure) {
      apply.after().forEach(this::need);
      apply.op().symbols().forEach(this::needSource);
    }
  }

  private static boolean readsValue(Step step, int operand) {
    Op op = ((Step.Apply) step).op();
    return !(op instanceof ShapeOp.ShapeOf) && !op.isPlanOperand(operand);
  }

  /** Some input has to say what a symbol stands for. */
  private void needSource(SymbolId symbol) {
    for (int at = 0; at < steps.size(); at++) {
      if (steps.get(at) instanceof Step.Input input && input.has(symbol)) {
        need(at);
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
