package io.pelton.engine.graph;

import io.pelton.engine.error.InvalidBranch;
import io.pelton.engine.graph.Branch.Arm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Branches of graphs: alternative ways, called arms, from where they part to one value. As a graph
 * is built, an arm
 *
 * <ul>
 *   <li>ends in a value that descends from where the arms part, or in that value itself;
 *   <li>shares no node behind that point with another arm, though what comes before may be shared;
 *   <li>is read by the branch only, behind that point;
 *   <li>ends in the dtype and shape of the others.
 * </ul>
 *
 * <p>A branch may lie in an arm of another one.
 *
 * <p>{@link #join} and {@link #validate} hold graphs against these rules as their authors built
 * them, so that no arm is ever run for another reader than its branch. Optimizers may bend them
 * afterwards: an exit becomes a constant, equal nodes become one. Such graphs still run right by
 * any arm, since what runs is found from the targets, following one operand of each branch; {@link
 * #of} takes them as they are, and only which arm is picked is checked at run time.
 */
public final class Branches {
  private Branches() {}

  /**
   * Adds a branch. A single arm, or arms that all end in one value, need none: their exit is
   * returned.
   *
   * @param name of the branch
   * @param divergeAt what each arm starts from
   * @param exits what each arm ends in; the first is what runs where nothing is picked
   * @return the branch's value
   * @throws InvalidBranch when the arms break a rule; anything in the graph that reads an arm
   *     counts, needed or not
   */
  public static ValueId join(Graph graph, String name, ValueId divergeAt, List<ValueId> exits) {
    if (exits.isEmpty()) {
      throw new InvalidBranch(name, -1, "needs at least one arm");
    }
    if (exits.stream().distinct().count() == 1) {
      return exits.get(0);
    }
    BranchCheck check = new BranchCheck(graph, name, exits, Set.of(divergeAt.node()));
    check.checkArms();
    List<NodeId> all = IntStream.range(0, graph.size()).mapToObj(NodeId::new).toList();
    check.checkReaders(new Readers(graph, all, List.of()), null);
    NodeId branch = graph.add(name, new BranchOp(name), exits);
    graph.diverge(branch, divergeAt.node());
    return new ValueId(branch, 0);
  }

  /**
   * Checks the branches that targets need, in bodies too: what was added since one was joined may
   * read an arm, and branches can be added without joining. The arms of the latter part at the last
   * nodes that all of them need. Readers that no target needs don't count; targets count as read
   * from outside. Of a graph that was rewritten nothing is checked: where equal nodes became one,
   * arms may share it, and each is as right as it was.
   *
   * @throws InvalidBranch for the first that breaks a rule
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order
   */
  public static void validate(Graph graph, Collection<ValueId> targets) {
    if (graph.isRewritten()) {
      return;
    }
    List<NodeId> order = graph.order(targets);
    Readers readers = null;
    for (NodeId node : order) {
      if (graph.op(node) instanceof BranchOp op) {
        readers = readers == null ? new Readers(graph, order, targets) : readers;
        validate(graph, node, readers);
        checkName(graph, order, node, op.reconvergeAt());
      } else if (graph.op(node) instanceof ControlOp control) {
        control.bodies().stream()
            .distinct()
            .forEach(body -> validate(body.graph(), body.outputs().values()));
      }
    }
  }

  private static void validate(Graph graph, NodeId branch, Readers readers) {
    List<ValueId> exits = graph.operands(branch);
    if (exits.stream().distinct().count() == 1) {
      return;
    }
    String name = graph.name(branch);
    Set<NodeId> parting =
        graph.divergence(branch).map(Set::of).orElseGet(() -> Parting.of(graph, exits));
    if (parting.isEmpty()) {
      throw new InvalidBranch(
          name, -1, "its arms should start from a common value but have nothing in common");
    }
    BranchCheck check = new BranchCheck(graph, name, exits, parting);
    check.checkArms();
    check.checkReaders(readers, branch);
  }

  /** Where a node has that name, one that has it is the branch or behind it. */
  private static void checkName(Graph graph, List<NodeId> order, NodeId branch, String name) {
    Set<NodeId> behind = new HashSet<>(Set.of(branch));
    boolean isKnown = false;
    for (NodeId node : order) {
      if (Readers.needs(graph, node).stream().anyMatch(behind::contains)) {
        behind.add(node);
      }
      boolean isNamed = graph.name(node).equals(name);
      isKnown |= isNamed;
      if (isNamed && behind.contains(node)) {
        return;
      }
    }
    if (isKnown) {
      throw new InvalidBranch(
          graph.name(branch),
          -1,
          "should reconverge at itself or behind, but '" + name + "' does not depend on it");
    }
  }

  /**
   * The branches that targets need, whichever arms are picked.
   *
   * @return every branch after those that it depends on
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order
   */
  public static List<Branch> of(Graph graph, Collection<ValueId> targets) {
    List<NodeId> order = graph.order(targets);
    if (order.stream().noneMatch(node -> graph.op(node) instanceof BranchOp)) {
      return List.of();
    }
    Readers readers = new Readers(graph, order, targets);
    Map<NodeId, Integer> positions = new HashMap<>();
    order.forEach(node -> positions.put(node, positions.size()));
    List<Branch> branches = new ArrayList<>();
    for (NodeId node : order) {
      if (graph.op(node) instanceof BranchOp) {
        List<Arm> arms = new ArrayList<>();
        for (ValueId exit : graph.operands(node)) {
          Comparator<NodeId> byPosition = Comparator.comparing(positions::get);
          arms.add(new Arm(exit, readers.only(exit).stream().sorted(byPosition).toList()));
        }
        branches.add(new Branch(node, arms));
      }
    }
    return branches;
  }
}
