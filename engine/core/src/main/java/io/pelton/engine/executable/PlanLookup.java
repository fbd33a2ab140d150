package io.pelton.engine.executable;

import io.pelton.engine.bind.BoundPlan;
import io.pelton.engine.bind.HostCopies;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.kernel.RunState;
import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.OutputPlaces;
import io.pelton.engine.plan.PlanCache;
import io.pelton.engine.plan.PlanKey;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/**
 * Finds the plan for a batch: for the bucket of its rows where these stay apart, else for the batch
 * as a whole. A plan that is in the cache is found without allocation. One thread at a time.
 */
final class PlanLookup {
  /** No rows: a plan for the whole batch. */
  private static final int WHOLE = -1;

  private final Program program;
  private final InputContract[] contracts;
  private final PlanCache<BoundPlan> plans;
  private final RunState state;
  private final PlanKey key = new PlanKey();
  private final Supplier<BoundPlan> planner = this::bindPlan;
  private final SameTensors planned;
  private final boolean dependsOnValues;
  private OutputPlaces places = OutputPlaces.ON_HOST;
  private Tensor[] tensors;
  private int rows;
  private int bucket;

  PlanLookup(
      Program program, List<InputContract> contracts, PlanCache<BoundPlan> plans, RunState state) {
    this.program = program;
    this.contracts = contracts.toArray(new InputContract[0]);
    this.plans = plans;
    this.state = state;
    this.planned = new SameTensors(contracts.size());
    this.dependsOnValues = contracts.stream().anyMatch(InputContract::isPlanInput);
  }

  /** Says where the next plans leave outputs. */
  void place(OutputPlaces outputs) {
    places = outputs;
    planned.forget();
  }

  /**
   * The plan for inputs that keep their contracts.
   *
   * @throws DataDependentShape when shapes depend on what only a run computes
   */
  BoundPlan find(Tensor[] inputs) {
    BoundPlan again = planned.are(inputs) ? plans.again() : null;
    if (again != null) {
      return again;
    }
    planned.forget();
    tensors = inputs;
    rows = commonRows(inputs);
    try {
      BoundPlan plan = plan();
      if (!dependsOnValues) {
        planned.remember(inputs);
      }
      return plan;
    } finally {
      tensors = null;
    }
  }

  /**
   * Rows of the inputs that {@link #find} was given last; of no meaning to a whole batch's plan.
   */
  int rows() {
    return rows;
  }

  /**
   * The number of rows, where all inputs that may have rows agree on it; otherwise {@link #WHOLE}.
   */
  private int commonRows(Tensor[] inputs) {
    long common = WHOLE;
    for (int slot = 0; slot < inputs.length; slot++) {
      if (contracts[slot].mayHaveRows(inputs[slot])) {
        long own = inputs[slot].layout().dim(0);
        if (common != WHOLE && common != own) {
          return WHOLE;
        }
        common = own;
      }
    }
    return Math.toIntExact(common);
  }

  private BoundPlan plan() {
    if (rows == WHOLE || program.mixesRows()) {
      return cached(WHOLE);
    }
    BoundPlan rowwise = rowwise(program.options().bucket(rows));
    if (rowwise != null) {
      return rowwise;
    }
    BoundPlan whole = cached(WHOLE);
    program.markMixesRows();
    return whole;
  }

  /** Null when there is none; the plan for the whole batch then works, or says why not. */
  private BoundPlan rowwise(int upperBound) {
    try {
      return cached(upperBound);
    } catch (DataDependentShape | InvalidOp e) {
      return null;
    }
  }

  private BoundPlan cached(int upperBound) {
    bucket = upperBound;
    key.start(upperBound);
    places.addTo(key);
    for (int slot = 0; slot < tensors.length; slot++) {
      InputContract contract = contracts[slot];
      key.addInput(tensors[slot], hasRows(slot));
      if (contract.isPlanInput()) {
        key.addValues(tensors[slot]);
      }
    }
    return plans.get(key, planner);
  }

  private boolean hasRows(int slot) {
    return bucket != WHOLE && contracts[slot].mayHaveRows(tensors[slot]);
  }

  /** Null when the rows don't stay apart. */
  private BoundPlan bindPlan() {
    List<BoundInput> bound = IntStream.range(0, tensors.length).mapToObj(this::boundInput).toList();
    return program
        .sharedPlans()
        .plan(key, bound, bucket, places)
        .map(made -> BoundPlan.of(made, program.weights(), state))
        .orElse(null);
  }

  private BoundInput boundInput(int slot) {
    Layout layout = tensors[slot].layout();
    long[] dims = layout.dims();
    if (hasRows(slot)) {
      dims[0] = bucket;
    }
    boolean isPlanInput = contracts[slot].isPlanInput();
    return new BoundInput(
        layout.isContiguous() ? Layout.contiguous(dims) : Layout.of(dims, layout.strides(), 0),
        hasRows(slot),
        tensors[slot].storage().space(),
        isPlanInput ? HostCopies.ofNumbers(tensors[slot]) : null);
  }
}
