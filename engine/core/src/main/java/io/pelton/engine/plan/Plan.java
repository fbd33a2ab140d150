package io.pelton.engine.plan;

import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.HostKernel;
import java.util.List;

/**
 * What to run for inputs of certain shapes: kernel calls in order over planned memory. Immutable;
 * executables bind it to memory of their own.
 *
 * @param graph the specialized graph it was made from
 * @param devices that its steps run on
 * @param reason why nodes run on which of them, where that was chosen; empty where they were told
 * @param inputs by slot
 * @param outputs by slot
 * @param delivery where outputs are left
 * @param rows upper bound of the rows, or -1 where the plan runs on the whole only
 * @param strings how many growable string storages it needs
 * @param made how many values host kernels make
 */
public record Plan(
    NamedGraph graph,
    Devices devices,
    String reason,
    List<Step> steps,
    List<BoundInput> inputs,
    List<PlannedValue> outputs,
    Delivery delivery,
    int rows,
    MemoryPlan memory,
    int strings,
    int made) {
  /** Where a plan leaves its outputs. */
  public enum Delivery {
    /**
     * Contiguous, in the memory of whoever runs the plan: on the host, but for those that were to
     * be left on the device where they are computed.
     */
    ON_HOST,
    /** Where they are computed: on any device, as views of inputs or in memory of their own. */
    IN_PLACE
  }

  public Plan {
    steps = List.copyOf(steps);
    inputs = List.copyOf(inputs);
    outputs = List.copyOf(outputs);
  }

  /** True when it may run on fewer rows than {@link #rows()}. */
  public boolean honoursActiveExtent() {
    return rows >= 0;
  }

  /**
   * True when a run on fewer rows leaves the others out: every kernel of the plan that sees rows
   * can. Host kernels see no others.
   */
  public boolean leavesRowsOut() {
    return rows >= 0 && steps.stream().allMatch(Plan::leavesRowsOut);
  }

  private static boolean leavesRowsOut(Step step) {
    return !step.hasRows()
        || step.alternative().kernel() instanceof HostKernel
        || step.alternative().can(Capability.ACTIVE_EXTENT);
  }

  /** Every input, step and output with kernels, places and bytes. */
  public String explain() {
    return new PlanPrinter(this).print();
  }

  /**
   * {@link #explain} as a page with a drawing of the graph and of the memory over time: one HTML
   * file that loads nothing and runs no script.
   */
  public String explainHtml() {
    return new PlanPages(this).page().html();
  }
}
