package io.pelton.engine.plan.run;

import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DeviceId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.ToIntFunction;

/**
 * The runs of some nodes of a graph, and which of them has to run before which. Immutable.
 *
 * @see RunCutter
 */
public final class Runs {
  private final List<NodeId> nodes;
  private final List<Run> runs;
  private final List<Set<Integer>> predecessors;
  private final Map<NodeId, Integer> owners;

  private Runs(Builder builder) {
    this.nodes = List.copyOf(builder.nodes);
    List<Run> cut = new ArrayList<>();
    for (int run = 0; run < builder.chains.size(); run++) {
      cut.add(new Run(builder.devices.get(run), builder.chains.get(run)));
    }
    this.runs = List.copyOf(cut);
    this.predecessors = List.copyOf(builder.predecessors);
    this.owners = builder.owners;
  }

  /**
   * The runs of everything that the targets need by these arms, plan operands included; what only
   * other arms need is left out.
   *
   * @param arms the arm of each branch node
   * @param device where each node that is no source runs
   * @throws io.pelton.engine.error.DestructiveCycle when the nodes have no order
   * @throws io.pelton.engine.error.InvalidBranch when there is no such arm
   */
  public static Runs of(
      Graph graph,
      List<ValueId> targets,
      ToIntFunction<NodeId> arms,
      Function<NodeId, DeviceId> device) {
    RunCutter cutter = new RunCutter(graph, targets, device);
    return cutter.cut(graph.order(targets, arms), arms);
  }

  /** All nodes that run, in the graph's order. */
  public List<NodeId> nodes() {
    return nodes;
  }

  /** The runs, in the order of their first nodes. */
  public List<Run> all() {
    return runs;
  }

  /** Which of the runs the node belongs to. */
  public int indexOf(NodeId node) {
    return owners.get(node);
  }

  /** Those, by index, whose last nodes a run's first one depends on. */
  public Set<Integer> predecessors(int run) {
    return predecessors.get(run);
  }

  /** Takes nodes one by one, each after those that it depends on. */
  static final class Builder {
    private final List<NodeId> nodes = new ArrayList<>();
    private final List<List<NodeId>> chains = new ArrayList<>();
    private final List<DeviceId> devices = new ArrayList<>();
    private final List<Set<Integer>> predecessors = new ArrayList<>();
    private final Map<NodeId, Integer> owners = new HashMap<>();

    /** True when the node was taken and runs on that device. */
    boolean has(NodeId node, DeviceId device) {
      Integer run = owners.get(node);
      return run != null && devices.get(run).equals(device);
    }

    /** Goes on with the run that ends in {@code last}. */
    void append(NodeId node, NodeId last) {
      take(node, owners.get(last));
    }

    /** Starts a run; of what it depends on, only nodes that were taken count. */
    void start(NodeId node, DeviceId device, Set<NodeId> before) {
      Set<Integer> earlier = new LinkedHashSet<>();
      for (NodeId predecessor : before) {
        Integer run = owners.get(predecessor);
        if (run != null) {
          earlier.add(run);
        }
      }
      chains.add(new ArrayList<>());
      devices.add(device);
      predecessors.add(earlier);
      take(node, chains.size() - 1);
    }

    private void take(NodeId node, int run) {
      nodes.add(node);
      chains.get(run).add(node);
      owners.put(node, run);
    }

    Runs build() {
      return new Runs(this);
    }
  }
}
