package io.pelton.engine.plan.choice;

import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Device;
import io.pelton.engine.plan.Assignment;
import io.pelton.engine.plan.CostModel;
import io.pelton.engine.plan.PlanContext;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Chooses at most one of the candidates of a context for a graph as a whole: that on which, with
 * what is better left on the host, it gains most over the host alone. Candidates whose link to the
 * host has no price are left out. Estimates are for a fixed number of rows, so that neither the
 * batch nor a measurement changes what is chosen.
 */
public final class Choice {
  private final PlanContext context;
  private final List<String> findings = new ArrayList<>();
  private Device best;
  private Split split;
  private double gain;

  /**
   * @param context whose options name the candidates
   */
  public Choice(PlanContext context) {
    this.context = context;
  }

  /**
   * Where the nodes of a graph run.
   *
   * @param targets what is to be computed of it
   * @return the context itself where it names no candidates
   */
  public static PlanContext decide(Graph graph, Collection<ValueId> targets, PlanContext context) {
    if (context.options().candidates().isEmpty()) {
      return context;
    }
    Choice choice = new Choice(context);
    for (Device candidate : choice.candidates()) {
      choice.offer(candidate, graph, targets, graph, targets);
    }
    return context.assigning(choice.assignment());
  }

  /** Those whose link to the host has a price, in the order of the options. */
  public List<Device> candidates() {
    List<Device> priced = new ArrayList<>();
    for (DeviceId id : context.options().candidates()) {
      DeviceId host = context.devices().host().id();
      if (context.costs().transferNanos(host, id, 0).isPresent()) {
        priced.add(context.devices().get(id));
      } else {
        findings.add(id + " left out, as moving data there has no price");
      }
    }
    return priced;
  }

  /**
   * Compares a candidate with the host alone.
   *
   * @param alone the graph as it would run on the host alone
   * @param shared the same graph as it would run on both
   * @return true when this is the best so far
   */
  public boolean offer(
      Device candidate,
      Graph alone,
      Collection<ValueId> aloneTargets,
      Graph shared,
      Collection<ValueId> sharedTargets) {
    Split host = splitter(alone, aloneTargets, candidate).hostAlone();
    Split both = splitter(shared, sharedTargets, candidate).cheapest();
    double gained = host.nanos() - both.nanos();
    findings.add(
        "%s alone %s, with %s %s"
            .formatted(context.devices().host(), Split.micros(host.nanos()), candidate.id(), both));
    // of moves that are worth nothing, none is made
    boolean isBest = !both.away().isEmpty() && gained > gain;
    if (isBest) {
      best = candidate;
      split = both;
      gain = gained;
    }
    return isBest;
  }

  private Splitter splitter(Graph graph, Collection<ValueId> targets, Device candidate) {
    return new Splitter(graph, List.copyOf(targets), context, candidate);
  }

  /** The best candidate so far; empty for the host alone. */
  public Optional<Device> device() {
    return Optional.ofNullable(best);
  }

  /** Where nodes run, of the graph that was offered with {@link #device}. */
  public Assignment assignment() {
    Map<NodeId, DeviceId> devices = new HashMap<>();
    if (best != null) {
      split.away().forEach(node -> devices.put(node, best.id()));
    }
    return new Assignment(devices, reason());
  }

  private String reason() {
    return "chosen by estimates for %d rows: %s%s"
        .formatted(
            CostModel.STATIC_ROWS,
            best == null
                ? context.devices().host() + " alone"
                : best.id() + " beside " + context.devices().host(),
            findings.isEmpty() ? "" : " (" + String.join("; ", findings) + ")");
  }

  /**
   * Places the nodes of a template and, each by itself, of the bodies that its nodes own.
   *
   * @param assignment of nodes that are not placed
   */
  public static void place(NamedGraph template, Assignment assignment, PlanContext context) {
    Graph graph = template.graph();
    assignment
        .devices()
        .forEach(
            (node, device) -> {
              if (graph.placement(node).isEmpty()) {
                graph.place(node, device);
              }
            });
    for (NodeId node : IntStream.range(0, graph.size()).mapToObj(NodeId::new).toList()) {
      Op op = graph.op(node);
      if (op instanceof ControlOp control) {
        for (NamedGraph body : control.bodies()) {
          PlanContext decided = decide(body.graph(), body.outputs().values(), context);
          place(body, decided.assignment(), context);
        }
      }
    }
  }
}
