package io.pelton.engine.executable;

import io.pelton.engine.error.InputMismatch;
import io.pelton.engine.guard.ExecutionGuard;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.IntPredicate;

/** {@link ActiveExtent} of one executable. */
final class RowExtent implements ActiveExtent {
  /** No extent is set. */
  private static final int ALL = -1;

  private final ExecutionGuard guard;
  private final List<InputContract> contracts;
  private final IntPredicate leavesRowsOut;
  private final Map<Integer, Boolean> honoured = new HashMap<>();
  private int actual = ALL;
  private int upper = ALL;

  /**
   * @param leavesRowsOut whether the plan for so many rows may run on fewer
   */
  RowExtent(ExecutionGuard guard, List<InputContract> contracts, IntPredicate leavesRowsOut) {
    this.guard = guard;
    this.contracts = contracts;
    this.leavesRowsOut = leavesRowsOut;
  }

  @Override
  public void set(int newActual, int newUpper) {
    if (newActual < 0 || newActual > newUpper) {
      throw new IllegalArgumentException(
          "an active extent of " + newActual + " rows is not within 0 to " + newUpper);
    }
    guard.within(
        () -> {
          actual = newActual;
          upper = newUpper;
        });
  }

  @Override
  public void clear() {
    guard.within(
        () -> {
          actual = ALL;
          upper = ALL;
        });
  }

  @Override
  public OptionalInt actual() {
    return actual == ALL ? OptionalInt.empty() : OptionalInt.of(actual);
  }

  @Override
  public boolean isHonoured(int rows) {
    return guard.within(() -> honoured.computeIfAbsent(rows, leavesRowsOut::test));
  }

  /** Plans are about to be others. */
  void forget() {
    honoured.clear();
  }

  /**
   * @throws InputMismatch when an input has other rows than the extent's upper bound
   */
  void check(Tensor[] inputs) {
    for (int slot = 0; upper != ALL && slot < inputs.length; slot++) {
      if (contracts.get(slot).mayHaveRows(inputs[slot]) && inputs[slot].layout().dim(0) != upper) {
        throw new InputMismatch(
            contracts.get(slot).name(),
            "axis 0",
            upper + ", the upper bound of the active extent,",
            Long.toString(inputs[slot].layout().dim(0)));
      }
    }
  }

  /** The rows that a run may compute, of those it has. */
  int of(int rows) {
    return actual == ALL ? rows : actual;
  }
}
