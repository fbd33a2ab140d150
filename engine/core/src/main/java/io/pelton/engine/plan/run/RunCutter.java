package io.pelton.engine.plan.run;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DeviceId;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * Cuts orders of one graph into runs as long as can be. A run starts
 *
 * <ul>
 *   <li>at an entry, which depends on sources only;
 *   <li>at a merge, where the arms of a branch meet;
 *   <li>at the entry of an arm, behind the node at which the arms part;
 *   <li>at a device seam;
 *   <li>at a fan-in, which depends on several nodes;
 *   <li>behind a node on which several others depend, whoever asks for a target being one.
 * </ul>
 *
 * Nodes that only arms which were not picked contain count as dependents, too: that is how arms are
 * told apart from what is before them. Describes the graph as it was when this was made.
 */
public final class RunCutter {
  private final Dependencies dependencies;
  private final int[] uses;
  private final Function<NodeId, DeviceId> device;

  /**
   * @param device where each node that is no source runs
   */
  public RunCutter(Graph graph, List<ValueId> targets, Function<NodeId, DeviceId> device) {
    this.dependencies = new Dependencies(graph);
    this.uses = dependencies.uses(targets);
    this.device = device;
  }

  /**
   * The runs of some of the nodes that the targets need.
   *
   * @param order each node after those of them that it depends on; sources are left out
   * @param arms the arm of each branch node among them
   * @throws io.pelton.engine.error.InvalidBranch when there is no such arm
   */
  public Runs cut(List<NodeId> order, ToIntFunction<NodeId> arms) {
    Runs.Builder runs = new Runs.Builder();
    for (NodeId node : order) {
      if (dependencies.runs(node)) {
        add(node, arms, runs);
      }
    }
    return runs.build();
  }

  private void add(NodeId node, ToIntFunction<NodeId> arms, Runs.Builder runs) {
    boolean isMerge = dependencies.isBranch(node);
    Set<NodeId> before = dependencies.always(node);
    if (isMerge) {
      int arm = dependencies.checkedArm(node, arms.applyAsInt(node));
      before.addAll(dependencies.exit(node, arm));
    }
    DeviceId on = device.apply(node);
    if (!isMerge && before.size() == 1) {
      NodeId last = before.iterator().next();
      if (uses[last.index()] == 1 && runs.has(last, on)) {
        runs.append(node, last);
        return;
      }
    }
    runs.start(node, on, before);
  }
}
