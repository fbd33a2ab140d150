package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.plan.PlannedValue;
import io.pelton.engine.plan.Root;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * What results come from.
 *
 * @param given what they were computed from
 * @param plans what ran, in order
 */
record Origins(Template template, Collection<Value> given, List<Plan> plans) {
  /** Values that lie in memory of the caller, of the graph or of plans, which results may share. */
  List<Value> others() {
    List<Value> values = new ArrayList<>(given);
    for (NodeId node : template.order()) {
      template.graph().constant(new ValueId(node, 0)).ifPresent(values::add);
    }
    for (Plan plan : plans) {
      for (PlannedValue output : plan.outputs()) {
        if (output.root() instanceof Root.Constant constant) {
          values.add(constant.tensor());
        }
      }
    }
    return values;
  }
}
