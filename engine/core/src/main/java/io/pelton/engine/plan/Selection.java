package io.pelton.engine.plan;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.ToDoubleFunction;

/**
 * Decides where and how a node runs: on its own device if that has an admissible kernel, else on
 * the device it may fall back to that is cheapest, what has to be moved there included.
 */
final class Selection {
  private final PlanContext context;
  private final Residency residency;
  private final DeviceChoice devices;

  Selection(PlanContext context, Residency residency) {
    this.context = context;
    this.residency = residency;
    this.devices = new DeviceChoice(context.devices(), context.options());
  }

  /**
   * The frontier: the best candidate of every device on which the node may run, the cheapest first.
   *
   * @param operands what its kernel would read, null where it reads nothing
   * @param copies what was moved already and costs nothing to read again
   * @return at least one
   * @throws io.pelton.engine.error.NoBackendForOp when no admissible device has a kernel
   * @throws io.pelton.engine.error.PrecisionUnmet when they have, but none that is precise enough
   * @throws io.pelton.engine.error.Unplaced when nothing decides on a device
   * @throws io.pelton.engine.error.UnpricedTransfer where a required price is missing
   */
  List<Candidate> frontier(Graph graph, NodeId node, List<PlannedValue> operands, Copies copies) {
    List<Candidate> frontier = new ArrayList<>();
    Device own = devices.own(graph, node);
    addBest(own, graph, node, operands, copies, frontier);
    List<Device> tried = new ArrayList<>(List.of(own));
    if (frontier.isEmpty()) {
      for (Device fallback : devices.fallbacks(graph, node)) {
        tried.add(fallback);
        addBest(fallback, graph, node, operands, copies, frontier);
      }
    }
    if (frontier.isEmpty()) {
      throw devices.uncovered(graph, node, tried);
    }
    frontier.sort(Comparator.comparingDouble(Candidate::rank));
    return frontier;
  }

  private void addBest(
      Device device,
      Graph graph,
      NodeId node,
      List<PlannedValue> operands,
      Copies copies,
      List<Candidate> frontier) {
    List<Ranked> ranked =
        rank(device, graph, node, kernel -> packing(device, operands, copies, kernel));
    if (!ranked.isEmpty()) {
      Ranked best = ranked.get(0);
      // of the cheapest by estimate, so that no measurement moves the node
      double cheapest = ranked.stream().mapToDouble(Ranked::staticNanos).min().orElseThrow();
      double rank = cheapest + moving(graph.name(node), operands, copies, device);
      frontier.add(new Candidate(device, best.alternative(), best.cost(), rank));
    }
  }

  private List<Ranked> rank(
      Device device, Graph graph, NodeId node, ToDoubleFunction<Alternative> packing) {
    List<Alternative> admitted = context.admissible(device, graph, node);
    return context.costs().rank(device, graph, node, admitted, packing);
  }

  /** Nanoseconds for packing the operands that lie on the device, but not as the kernel reads. */
  private double packing(
      Device device, List<PlannedValue> operands, Copies copies, Alternative kernel) {
    return operands.stream()
        .filter(Objects::nonNull)
        .distinct()
        .filter(operand -> residency.device(operand).equals(device))
        .filter(operand -> !copies.isTaken(operand, device, kernel))
        .mapToDouble(
            operand -> context.costs().packingNanos(device, operand.bytesAt(CostModel.STATIC_ROWS)))
        .sum();
  }

  /** Nanoseconds for moving the operands to the device; infinite where a price is missing. */
  private double moving(String node, List<PlannedValue> operands, Copies copies, Device device) {
    return operands.stream()
        .filter(Objects::nonNull)
        .distinct()
        .filter(operand -> !copies.isOn(operand, device))
        .mapToDouble(operand -> moving(node, operand, device))
        .sum();
  }

  private double moving(String node, PlannedValue operand, Device to) {
    long bytes = operand.bytesAt(CostModel.STATIC_ROWS);
    return context
        .moveNanos(node, residency.device(operand), to, bytes)
        .orElse(Double.POSITIVE_INFINITY);
  }

  /** Where a node without a kernel belongs. */
  Device deviceOf(Graph graph, NodeId node) {
    return devices.own(graph, node);
  }

  /** The kernel that packs values on the device that the copy is placed on. */
  Candidate packing(Graph copy, NodeId node) {
    Device device = devices.own(copy, node);
    List<Ranked> ranked = rank(device, copy, node, kernel -> 0);
    if (ranked.isEmpty()) {
      throw devices.uncovered(copy, node, List.of(device));
    }
    return Candidate.only(device, ranked.get(0).alternative(), ranked.get(0).cost());
  }
}
