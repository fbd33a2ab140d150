package io.pelton.cpu.property;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Capability;
import io.pelton.engine.kernel.HostKernel;
import io.pelton.engine.plan.PlanInputs;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/** Whether what is said to be in the way of a capture is there. */
final class Obstacles {
  private static final Pattern NODE = Pattern.compile("node '(.*?)' \\(.*?\\) (.*)");
  private static final Pattern SYMBOL =
      Pattern.compile("symbol '(.*?)' changes the geometry of launches");
  private static final Pattern INPUT =
      Pattern.compile("lengths depend on the elements of input '(.*?)'");

  private final Subject subject;
  private final Machine machine;
  private final int scenario;
  private final Graph graph;
  private final List<NodeId> order;

  Obstacles(Subject subject, Machine machine, int scenario) {
    this.subject = subject;
    this.machine = machine;
    this.scenario = scenario;
    this.graph = subject.graph();
    this.order = graph.order(subject.targets());
  }

  /** The first that is not true; empty where all are. */
  Optional<String> wrong(List<String> obstacles) {
    return obstacles.stream()
        .filter(obstacle -> !isTrue(obstacle))
        .map(obstacle -> "refused though not true: " + obstacle)
        .findFirst();
  }

  private boolean isTrue(String obstacle) {
    Matcher symbol = SYMBOL.matcher(obstacle);
    if (symbol.matches()) {
      return subject.env(scenario).symbols().stream()
          .filter(bound -> bound.name().equals(symbol.group(1)))
          .anyMatch(bound -> any(node -> graph.op(node).symbols().contains(bound)));
    }
    Matcher input = INPUT.matcher(obstacle);
    if (input.matches()) {
      return PlanInputs.of(graph, order).contains(input.group(1));
    }
    Matcher node = NODE.matcher(obstacle);
    return node.matches() && isTrue(node.group(1), node.group(2));
  }

  private boolean isTrue(String name, String reason) {
    if (reason.startsWith("depends on what is computed before it")) {
      return any(this::isOpen);
    }
    if (reason.startsWith("runs on ") || name.startsWith("copy for ")) {
      return any(this::mayLeave);
    }
    return any(node -> graph.name(node).equals(name) && (mayLeave(node) || isUncaptured(node)));
  }

  private boolean any(Predicate<NodeId> is) {
    return order.stream().anyMatch(is);
  }

  /** True where lengths follow from elements or counts. */
  private boolean isOpen(NodeId node) {
    Op op = graph.op(node);
    List<ValueId> operands = graph.operands(node);
    return !op.produces().isEmpty()
        || IntStream.range(0, operands.size())
            .anyMatch(
                i ->
                    op.isPlanOperand(i)
                        && !operands.get(i).isAbsent()
                        && !(graph.op(operands.get(i).node()) instanceof SourceOp));
  }

  /** True where a node may need another device than the pinned one. */
  private boolean mayLeave(NodeId node) {
    return graph.placement(node).equals(Optional.of(Machines.SECOND))
        || graph.op(node) instanceof ShapeOp.Copy
        || graph.op(node) instanceof MutationOp.Move;
  }

  private boolean isUncaptured(NodeId node) {
    BindingTable table = machine.devices().host().backend().table();
    return table.keys().stream()
        .filter(key -> key.kind() == graph.op(node).kind())
        .flatMap(key -> table.lookup(key).stream())
        .anyMatch(Obstacles::isUncaptured);
  }

  private static boolean isUncaptured(Alternative alternative) {
    return alternative.kernel() instanceof HostKernel || !alternative.can(Capability.CAPTURABLE);
  }
}
