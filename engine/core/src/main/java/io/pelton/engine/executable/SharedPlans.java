package io.pelton.engine.executable;

import io.pelton.engine.plan.BoundInput;
import io.pelton.engine.plan.OutputPlaces;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlanCache;
import io.pelton.engine.plan.PlanFactory;
import io.pelton.engine.plan.PlanKey;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The plans of one graph, decided once for all of its executables, which bind them to memory of
 * their own. Thread-safe; whoever asks for a plan that is being made waits for it.
 */
final class SharedPlans {
  private final PlanFactory factory;
  private final PlanCache<Plan> plans;
  private final AtomicLong made = new AtomicLong();

  /**
   * @param capacity plans that are kept for executables that don't have them yet
   */
  SharedPlans(PlanFactory factory, int capacity) {
    this.factory = factory;
    this.plans = new PlanCache<>(capacity, plan -> {});
  }

  /**
   * The plan of the key.
   *
   * @param key says all that a plan depends on
   * @param places as {@link PlanFactory#plan} takes it
   * @return empty when inputs have rows but the graph mixes them
   * @throws io.pelton.engine.error.EngineException when the graph can't run on such inputs
   */
  synchronized Optional<Plan> plan(
      PlanKey key, List<BoundInput> inputs, int rows, OutputPlaces places) {
    return Optional.ofNullable(plans.get(key, () -> decide(inputs, rows, places)));
  }

  private Plan decide(List<BoundInput> inputs, int rows, OutputPlaces places) {
    Plan plan = factory.plan(inputs, rows, places).orElse(null);
    made.addAndGet(plan == null ? 0 : 1);
    return plan;
  }

  /** How often a plan was decided. */
  long made() {
    return made.get();
  }
}
