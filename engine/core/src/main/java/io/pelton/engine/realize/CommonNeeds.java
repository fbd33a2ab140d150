package io.pelton.engine.realize;

import io.pelton.engine.graph.NodeId;
import io.pelton.engine.plan.run.Dependencies;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Set;
import java.util.TreeMap;

/**
 * Finds what a branch needs whichever of its arms is picked: where its arms part, and what else all
 * of them read. For each branch its arms are walked upstream in step, the latest node first; the
 * walk ends at nodes that all arms reach, and passes branches by what they need themselves in any
 * case. It takes time in the nodes of the arms, not in what is before them.
 */
final class CommonNeeds {
  private final Dependencies dependencies;
  private final int[] positions;
  private final Map<NodeId, Set<NodeId>> needs = new HashMap<>();

  /**
   * @param order of all nodes, those of all arms
   * @param positions in the order, by node index
   */
  CommonNeeds(Dependencies dependencies, List<NodeId> order, int[] positions) {
    this.dependencies = dependencies;
    this.positions = positions;
    order.stream().filter(dependencies::isBranch).forEach(b -> needs.put(b, needsOf(b)));
  }

  /**
   * What runs before the node in any case, each once. Of the common needs of a branch's arms, those
   * are left out that others of them need.
   */
  Set<NodeId> before(NodeId node) {
    Set<NodeId> before = dependencies.always(node);
    before.addAll(needs.getOrDefault(node, Set.of()));
    return before;
  }

  private Set<NodeId> needsOf(NodeId branch) {
    Walk walk = new Walk(dependencies.arms(branch));
    for (int arm = 0; arm < walk.open.length; arm++) {
      BitSet reached = new BitSet();
      reached.set(arm);
      walk.reach(dependencies.exit(branch, arm), reached);
    }
    return walk.common();
  }

  /** The nodes that the arms of one branch reached and that were not passed yet. */
  private final class Walk {
    private final Map<NodeId, BitSet> reached = new HashMap<>();
    private final PriorityQueue<NodeId> latest =
        new PriorityQueue<>(Comparator.comparingInt(node -> -positions[node.index()]));

    /** By arm, how many nodes it reached that were not passed yet. */
    private final int[] open;

    private Walk(int arms) {
      this.open = new int[arms];
    }

    private void reach(Set<NodeId> nodes, BitSet arms) {
      for (NodeId node : nodes) {
        BitSet before = reached.get(node);
        if (before == null) {
          before = new BitSet();
          reached.put(node, before);
          latest.add(node);
        }
        BitSet fresh = (BitSet) arms.clone();
        fresh.andNot(before);
        fresh.stream().forEach(arm -> open[arm]++);
        before.or(fresh);
      }
    }

    private Set<NodeId> common() {
      Map<Integer, NodeId> common = new TreeMap<>();
      while (everyArmIsOpen()) {
        NodeId node = latest.poll();
        BitSet arms = reached.get(node);
        arms.stream().forEach(arm -> open[arm]--);
        if (arms.cardinality() == open.length) {
          common.put(positions[node.index()], node);
        } else {
          reach(before(node), arms);
        }
      }
      return new LinkedHashSet<>(common.values());
    }

    /** Nothing is common any more to an arm that has reached all that it needs. */
    private boolean everyArmIsOpen() {
      for (int count : open) {
        if (count == 0) {
          return false;
        }
      }
      return true;
    }
  }
}
