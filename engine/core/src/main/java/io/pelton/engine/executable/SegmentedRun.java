package io.pelton.engine.executable;

import io.pelton.engine.bind.LastRun;
import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.plan.Plan;
import io.pelton.engine.tensor.Value;
import java.util.List;

/**
 * A run by several plans.
 *
 * @param plans in the order in which they ran
 * @param reason why there is more than one
 */
record SegmentedRun(List<Value> outputs, List<Plan> plans, DataDependentShape reason)
    implements LastRun {
  @Override
  public Value output(int index) {
    return outputs.get(index);
  }

  @Override
  public String explain() {
    StringBuilder text = new StringBuilder();
    text.append("segments planned on the way: ").append(plans.size());
    text.append(", because ").append(why(reason)).append('\n');
    for (int segment = 0; segment < plans.size(); segment++) {
      text.append("\nsegment ").append(segment + 1).append(", ");
      text.append(plans.get(segment).explain());
    }
    return text.toString();
  }

  static String why(DataDependentShape reason) {
    return "the outputs of '%s' (%s) take their shape from the values of '%s'"
        .formatted(reason.node(), reason.op(), reason.operand());
  }
}
