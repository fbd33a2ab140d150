package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Inputs that share a symbol must agree on its value. Checked without allocation. */
final class SymbolCheck {
  /** One axis that repeats the symbol of an earlier one. */
  private record Repeat(int slot, int axis, int firstSlot, int firstAxis, SymbolId symbol) {}

  private final List<InputContract> contracts;
  private final Repeat[] repeats;

  SymbolCheck(List<InputContract> contracts) {
    this.contracts = contracts;
    Map<SymbolId, int[]> first = new HashMap<>();
    List<Repeat> found = new ArrayList<>();
    for (int slot = 0; slot < contracts.size(); slot++) {
      Shape shape = contracts.get(slot).type().shape();
      for (int axis = 0; shape.isRanked() && axis < shape.rank(); axis++) {
        Extent extent = shape.extent(axis);
        if (!extent.isFixed()) {
          int[] before = first.putIfAbsent(extent.symbol(), new int[] {slot, axis});
          if (before != null) {
            found.add(new Repeat(slot, axis, before[0], before[1], extent.symbol()));
          }
        }
      }
    }
    this.repeats = found.toArray(new Repeat[0]);
  }

  void check(Tensor[] inputs) {
    for (Repeat repeat : repeats) {
      long expected = inputs[repeat.firstSlot].layout().dim(repeat.firstAxis);
      long found = inputs[repeat.slot].layout().dim(repeat.axis);
      if (expected != found) {
        throw new InputMismatch(
            contracts.get(repeat.slot).name(),
            "axis " + repeat.axis + " (" + repeat.symbol + ")",
            expected + ", as in input '" + contracts.get(repeat.firstSlot).name() + "',",
            Long.toString(found));
      }
    }
  }
}
