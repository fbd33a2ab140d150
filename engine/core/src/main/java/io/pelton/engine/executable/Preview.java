package io.pelton.engine.executable;

import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.explain.PlanPage;
import java.util.Optional;

/**
 * The plan that a batch would get.
 *
 * @param graph name of the graph
 * @param plan empty where there can be none before a run
 * @param reason why there is none; empty where there is one
 */
public record Preview(String graph, Optional<Plan> plan, String reason) {
  /** {@link Plan#explain}, or why there is no plan, as lines of text. */
  public String explain() {
    return plan.map(Plan::explain).orElseGet(() -> reason + "\n");
  }

  /** {@link Plan#explainHtml}, or why there is no plan, as a page. */
  public String explainHtml() {
    return plan.map(Plan::explainHtml)
        .orElseGet(() -> PlanPage.withoutPlan("'" + graph + "'", reason).html());
  }
}
