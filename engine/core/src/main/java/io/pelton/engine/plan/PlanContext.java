package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import java.util.List;
import java.util.OptionalDouble;

/**
 * What planning decisions are based on.
 *
 * @param devices that may be used
 * @param options how nodes find theirs
 * @param costs what kernels and moves cost
 * @param assignment what was decided for the graph that is planned
 */
public record PlanContext(
    Devices devices, PlanOptions options, CostModel costs, Assignment assignment) {
  /**
   * @throws io.pelton.engine.error.BackendUnavailable when the options name a device that is not
   *     among these
   */
  public PlanContext {
    options.pinned().ifPresent(devices::get);
    options.candidates().forEach(devices::get);
    options.fallbackPlacements().forEach(devices::get);
  }

  public PlanContext(Devices devices, PlanOptions options) {
    this(devices, options, new CostModel(devices, options.judge()), Assignment.NONE);
  }

  /**
   * This, for a graph whose nodes have been assigned to devices: there is nothing left to choose.
   */
  public PlanContext assigning(Assignment decided) {
    return new PlanContext(devices, options.withCandidates(), costs, decided);
  }

  /**
   * The kernels of the device for a node that keep to the options.
   *
   * @return in order of registration
   */
  public List<Alternative> admissible(Device device, Graph graph, NodeId node) {
    return new Admission(options).filter(device.backend().alternatives(graph, node));
  }

  /**
   * Nanoseconds for moving bytes that a node reads.
   *
   * @return empty where the move has no price
   * @throws io.pelton.engine.error.UnpricedTransfer where it has none and the options require one
   */
  OptionalDouble moveNanos(String node, Device from, Device to, long bytes) {
    return options.requiresTransferPrices()
        ? OptionalDouble.of(costs.requiredTransferNanos(node, from.id(), to.id(), bytes))
        : costs.transferNanos(from.id(), to.id(), bytes);
  }
}
