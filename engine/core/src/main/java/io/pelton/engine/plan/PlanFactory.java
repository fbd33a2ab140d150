package io.pelton.engine.plan;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.Plan.Delivery;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Makes plans of one template for certain devices. Thread-safe: the template is only read. */
public final class PlanFactory {
  private final OptimizedGraph template;
  private final PlanContext context;
  private final RuleRegistry rules;

  /**
   * @param rules those that change bits are left out: what they make of a graph must not depend on
   *     the batch
   */
  public PlanFactory(OptimizedGraph template, PlanContext context, RuleRegistry rules) {
    this.template = template;
    this.context = context;
    this.rules = rules.exactOnly();
  }

  /**
   * @throws io.pelton.engine.error.TopologyChanged when the graph was mutated since it was
   *     optimized
   */
  public void checkUnchanged() {
    template.checkUnchanged();
  }

  /** {@link #plan(List, int, OutputPlaces)} with all outputs on the host. */
  public Optional<Plan> plan(List<BoundInput> inputs, int rows) {
    return plan(inputs, rows, OutputPlaces.ON_HOST);
  }

  /**
   * The plan for inputs of these layouts.
   *
   * @param inputs by slot
   * @param rows upper bound of the rows of inputs that have them, or -1 if none has
   * @param places where outputs are to lie
   * @return empty when inputs have rows but the graph mixes them
   * @throws io.pelton.engine.error.EngineException when the graph can't run on such inputs
   */
  public Optional<Plan> plan(List<BoundInput> inputs, int rows, OutputPlaces places) {
    template.checkUnchanged();
    Map<String, BoundInput> byName = new LinkedHashMap<>();
    List<String> names = new ArrayList<>(template.named().inputs().keySet());
    for (int slot = 0; slot < names.size(); slot++) {
      byName.put(names.get(slot), inputs.get(slot));
    }
    Optional<NamedGraph> specialized = new Specializer(template, byName, rules).specialize();
    Optional<Plan> plan =
        specialized.map(
            named ->
                new Planner(safe(named), context, inputs, rows, Delivery.ON_HOST, places).plan());
    context.options().judge().save();
    return plan;
  }

  /** The graph, safe to run in place. */
  static NamedGraph safe(NamedGraph named) {
    List<ValueId> targets = List.copyOf(named.outputs().values());
    List<ValueId> safe = SafetyCopies.insert(named.graph(), targets);
    return new NamedGraph(named.name(), named.graph(), named.inputs(), named.outputsAs(safe));
  }
}
