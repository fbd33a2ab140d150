package io.pelton.engine.plan;

import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.Op;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import java.util.List;

/**
 * One kernel call of a plan.
 *
 * @param name of the node
 * @param inference the op's rules applied to the node
 * @param device where it runs; for a move between devices, the one that isn't the host
 * @param alternative the kernel that was chosen
 * @param cost of one run at the upper bound of the rows
 * @param rows upper bound of the rows, 1 for a step that runs on the whole
 * @param hasRows whether the step may run on fewer rows
 * @param inputs by operand; null for absent and plan operands
 * @param outputs by slot
 */
public record Step(
    String name,
    Op op,
    Inference inference,
    Device device,
    Alternative alternative,
    Cost cost,
    int rows,
    boolean hasRows,
    List<PlannedValue> inputs,
    List<PlannedValue> outputs) {
  /** The same, on other values. */
  Step on(List<PlannedValue> otherInputs, List<PlannedValue> otherOutputs) {
    return new Step(
        name, op, inference, device, alternative, cost, rows, hasRows, otherInputs, otherOutputs);
  }
}
