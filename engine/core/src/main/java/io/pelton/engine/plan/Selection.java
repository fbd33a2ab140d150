package io.pelton.engine.plan;

import io.pelton.engine.error.UnpricedTransfer;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.TransferPrice;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Ranks the candidates of a node and takes the first. */
final class Selection {
  private final PlanContext context;
  private final Residency residency;

  Selection(PlanContext context, Residency residency) {
    this.context = context;
    this.residency = residency;
  }

  /**
   * The best candidate for a node.
   *
   * @param operands what its kernel would read, null where it reads nothing
   * @param copies what was moved already and costs nothing to read again
   */
  Candidate choose(Graph graph, NodeId node, List<PlannedValue> operands, Copies copies) {
    List<Candidate> candidates =
        new Candidates(graph, context.devices(), context.options()).of(node);
    Candidate best = null;
    double least = Double.POSITIVE_INFINITY;
    for (Candidate candidate : candidates) {
      double nanos = moving(graph.name(node), operands, copies, candidate.device());
      if (best == null || nanos < least) {
        best = candidate;
        least = nanos;
      }
    }
    return best;
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
    Device from = residency.device(operand);
    Device host = context.devices().host();
    if (from.isHost() || to.isHost()) {
      return nanos(node, operand, from, to);
    }
    return nanos(node, operand, from, host) + nanos(node, operand, host, to);
  }

  private double nanos(String node, PlannedValue operand, Device from, Device to) {
    Devices devices = context.devices();
    Optional<TransferPrice> price = devices.price(from.id(), to.id());
    if (price.isEmpty() && context.options().requiresTransferPrices()) {
      throw new UnpricedTransfer(node, from.toString(), to.toString());
    }
    long bytes =
        operand.dtype().carrierSlots(operand.layout().elements())
            * operand.dtype().carrier().width();
    return price.map(known -> known.nanos(bytes)).orElse(Double.POSITIVE_INFINITY);
  }

  /** Where a node without a kernel belongs. */
  Device deviceOf(Graph graph, NodeId node) {
    return new Candidates(graph, context.devices(), context.options()).decide(node);
  }

  /** The kernel that packs values on the device that the copy is placed on. */
  Candidate packing(Graph copy, NodeId node) {
    return new Candidates(copy, context.devices(), context.options()).of(node).get(0);
  }
}
