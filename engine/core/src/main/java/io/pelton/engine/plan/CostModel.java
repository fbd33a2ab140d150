package io.pelton.engine.plan;

import io.pelton.engine.error.UnpricedTransfer;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.kernel.DeviceModel;
import io.pelton.engine.kernel.Devices;
import io.pelton.engine.kernel.NodeExtents;
import io.pelton.engine.kernel.TransferPrice;
import io.pelton.engine.kernel.Work;
import io.pelton.engine.plan.judge.Judge;
import io.pelton.engine.plan.judge.Verdict;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;

/**
 * Prices kernels and transfers in nanoseconds. A kernel costs its launch and, after S. Williams et
 * al., "Roofline" (2009), the longer of its arithmetic and its memory traffic at the device's best
 * rates; a measurement replaces that. Thread-safe.
 */
public final class CostModel {
  /** A middling micro-batch. */
  public static final int STATIC_ROWS = 64;

  private static final double NANOS = 1e9;

  private final Devices devices;
  private final Judge judge;

  public CostModel(Devices devices, Judge judge) {
    this.devices = devices;
    this.judge = judge;
  }

  /** Nanoseconds for packing so many bytes on the device: they are read once and written once. */
  double packingNanos(Device device, long bytes) {
    return device.model().launchNanos() + 2 * bytes / device.model().bytesPerSecond() * NANOS;
  }

  /**
   * The kernels from the cheapest on. Where several give the same bits they are measured, if the
   * Judge's budget allows, and ordered by that among each other when all of them were, except that
   * the first by estimate stays the first unless another one is clearly faster; their places among
   * the others follow from estimates for a fixed number of rows. Equals stay in the order given.
   *
   * @param admissible alternatives of the device's backend for the node
   * @param packingNanos what it costs to pack the operands that an alternative can't read as they
   *     lie, for a fixed number of rows
   */
  public List<Ranked> rank(
      Device device,
      Graph graph,
      NodeId node,
      List<Alternative> admissible,
      ToDoubleFunction<Alternative> packingNanos) {
    NodeExtents actual = NodeExtents.of(graph, node);
    NodeExtents fixed = NodeExtents.atRows(graph, node, STATIC_ROWS);
    List<Alternative> exact = admissible.stream().filter(CostModel::isExact).toList();
    Iterator<Verdict> measured =
        exact.size() > 1
            ? judge
                .judge(device, graph, node, exact, rival -> estimate(device, rival, actual))
                .iterator()
            : Collections.emptyIterator();
    List<Ranked> ranked = new ArrayList<>();
    for (Alternative alternative : admissible) {
      Verdict verdict =
          isExact(alternative) && measured.hasNext()
              ? measured.next()
              : judge.recall(device, graph, node, alternative);
      ranked.add(
          new Ranked(
              alternative,
              estimate(device, alternative, fixed) + packingNanos.applyAsDouble(alternative),
              Cost.of(estimate(device, alternative, actual), verdict)));
    }
    ranked.sort(Comparator.comparingDouble(Ranked::staticNanos));
    Iterator<Ranked> rivals =
        Rivals.byCost(
                ranked.stream().filter(candidate -> isExact(candidate.alternative())).toList(),
                packingNanos)
            .iterator();
    ranked.replaceAll(candidate -> isExact(candidate.alternative()) ? rivals.next() : candidate);
    return ranked;
  }

  private static boolean isExact(Alternative alternative) {
    return alternative.precision().isExact();
  }

  private static double estimate(Device device, Alternative alternative, NodeExtents node) {
    return rooflineNanos(device, alternative.cost().work(node));
  }

  /** Nanoseconds for so much work on the device, whatever was measured. */
  public static double rooflineNanos(Device device, Work work) {
    DeviceModel model = device.model();
    double seconds =
        Math.max(work.flops() / model.flopsPerSecond(), work.bytes() / model.bytesPerSecond());
    return model.launchNanos() + seconds * NANOS;
  }

  /**
   * The price of moving bytes: nothing within a device, that of the link from or to the host, and
   * that of both links between two other devices, since data goes through the host.
   *
   * @return empty where a link has no price, which does not make it free
   */
  public OptionalDouble transferNanos(DeviceId from, DeviceId to, long bytes) {
    DeviceId host = devices.host().id();
    if (from.equals(to)) {
      return OptionalDouble.of(0);
    }
    if (from.equals(host) || to.equals(host)) {
      return linkNanos(from, to, bytes);
    }
    OptionalDouble up = linkNanos(from, host, bytes);
    OptionalDouble down = linkNanos(host, to, bytes);
    return up.isPresent() && down.isPresent()
        ? OptionalDouble.of(up.getAsDouble() + down.getAsDouble())
        : OptionalDouble.empty();
  }

  private OptionalDouble linkNanos(DeviceId from, DeviceId to, long bytes) {
    return devices.price(from, to).stream()
        .mapToDouble((TransferPrice price) -> price.nanos(bytes))
        .findFirst();
  }

  /**
   * {@link #transferNanos} where plans have to know the price.
   *
   * @param node that reads the data
   * @throws UnpricedTransfer where it is not known
   */
  public double requiredTransferNanos(String node, DeviceId from, DeviceId to, long bytes) {
    return transferNanos(from, to, bytes)
        .orElseThrow(() -> new UnpricedTransfer(node, from.toString(), to.toString()));
  }
}
