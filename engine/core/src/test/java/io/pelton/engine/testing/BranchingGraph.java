package io.pelton.engine.testing;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.ToIntFunction;

/**
 * A random graph of F32 [4] values on up to two devices, with branches, plan operands that nodes
 * compute and control edges, and naive answers to what depends on what.
 */
public final class BranchingGraph {
  public static final DeviceId ONE = DeviceId.first("cpu");
  public static final DeviceId TWO = new DeviceId("cpu", 1);

  private static final int MOST_BRANCHES = 5;

  public final Graph graph = new Graph();
  public final List<ValueId> targets = new ArrayList<>();
  public final List<NodeId> branches = new ArrayList<>();
  private final List<ValueId> pool = new ArrayList<>();
  private final Random random;
  private final int devices;

  /**
   * @param devices 1 or 2
   */
  public BranchingGraph(long seed, int devices) {
    this.random = new Random(seed);
    this.devices = devices;
    pool.add(graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(4))));
    int size = 5 + random.nextInt(40);
    for (int i = 0; i < size; i++) {
      addNext();
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      int later = 1 + random.nextInt(graph.size() - 1);
      graph.orderAfter(new NodeId(later), new NodeId(random.nextInt(later)));
    }
    targets.add(pool.get(pool.size() - 1));
    for (int i = random.nextInt(3); i > 0; i--) {
      targets.add(any());
    }
  }

  private void addNext() {
    ValueId value = any();
    ValueId added =
        switch (random.nextInt(10)) {
          case 0 -> graph.constant("weights", Tensor.of(new float[] {1, 2, 3, 4}, 4));
          case 1, 2 -> add(new ElementwiseOp.Binary(OpKind.ADD), value, any());
          case 3 -> reshape(value);
          case 4, 5 -> branches.size() < MOST_BRANCHES ? branch(value) : relu(value);
          default -> relu(value);
        };
    pool.add(added);
  }

  private ValueId branch(ValueId start) {
    ValueId[] arms = new ValueId[2 + random.nextInt(2)];
    for (int arm = 0; arm < arms.length; arm++) {
      ValueId from = random.nextInt(3) > 0 ? start : any();
      for (int i = random.nextInt(3); i > 0; i--) {
        from = relu(from);
      }
      arms[arm] = from;
    }
    ValueId merged = add(new BranchOp("here"), arms);
    branches.add(merged.node());
    return merged;
  }

  /** To a shape that is a plan operand, for which another value has to be there. */
  private ValueId reshape(ValueId value) {
    ValueId shape = add(new ShapeOp.ShapeOf(0, 1), any());
    return add(new ViewOp.Reshape(false), value, shape);
  }

  private ValueId relu(ValueId value) {
    return add(new ElementwiseOp.Unary(OpKind.RELU), value);
  }

  private ValueId add(Op op, ValueId... operands) {
    ValueId added = graph.apply(op.label() + graph.size(), op, operands);
    graph.place(added.node(), random.nextInt(devices) == 0 ? ONE : TWO);
    return added;
  }

  private ValueId any() {
    int recent = Math.min(5, pool.size());
    int at =
        random.nextInt(4) == 0
            ? random.nextInt(pool.size())
            : pool.size() - 1 - random.nextInt(recent);
    return pool.get(at);
  }

  /** Where a node was placed. */
  public DeviceId device(NodeId node) {
    return graph.placement(node).orElseThrow();
  }

  public boolean isSource(NodeId node) {
    return graph.op(node) instanceof SourceOp;
  }

  /** Arms at random, of all branches. */
  public Map<NodeId, Integer> randomArms() {
    Map<NodeId, Integer> arms = new HashMap<>();
    branches.forEach(b -> arms.put(b, random.nextInt(graph.operands(b).size())));
    return arms;
  }

  /** All ways to pick arms, of which some are picked. */
  public List<Map<NodeId, Integer>> completions(Map<NodeId, Integer> picked) {
    List<Map<NodeId, Integer>> ways = new ArrayList<>(List.of(new HashMap<>(picked)));
    for (NodeId branch : branches) {
      List<Map<NodeId, Integer>> more = new ArrayList<>();
      for (Map<NodeId, Integer> way : ways) {
        for (int arm = 0; arm < graph.operands(branch).size(); arm++) {
          Map<NodeId, Integer> longer = new HashMap<>(way);
          longer.put(branch, picked.getOrDefault(branch, arm));
          more.add(longer);
        }
      }
      ways = more.stream().distinct().toList();
    }
    return ways;
  }

  /** What runs before a node by the arms; of a branch whose arm is negative, without its arms. */
  public Set<NodeId> before(NodeId node, ToIntFunction<NodeId> arms) {
    Set<NodeId> before = new LinkedHashSet<>();
    List<ValueId> operands = graph.operands(node);
    for (int i = 0; i < operands.size(); i++) {
      if (!branches.contains(node) || arms.applyAsInt(node) == i) {
        before.add(operands.get(i).node());
      }
    }
    before.addAll(graph.predecessors(node));
    for (NodeId source : List.copyOf(before)) {
      if (isSource(source)) {
        before.remove(source);
        before.addAll(before(source, arms));
      }
    }
    return before;
  }

  /** Everything that runs for these, and these unless they are sources. */
  public Set<NodeId> needed(List<ValueId> ends, ToIntFunction<NodeId> arms) {
    Set<NodeId> needed = new HashSet<>();
    List<NodeId> open = new ArrayList<>();
    for (ValueId end : ends) {
      open.addAll(isSource(end.node()) ? before(end.node(), arms) : Set.of(end.node()));
    }
    while (!open.isEmpty()) {
      NodeId node = open.remove(open.size() - 1);
      if (needed.add(node)) {
        open.addAll(before(node, arms));
      }
    }
    return needed;
  }

  /** How many nodes, of all arms, depend on each node, and one more for a target. */
  public Map<NodeId, Integer> uses() {
    Map<NodeId, Set<NodeId>> before = new HashMap<>();
    for (Map<NodeId, Integer> way : completions(Map.of())) {
      for (NodeId node : needed(targets, way::get)) {
        before.computeIfAbsent(node, n -> new HashSet<>()).addAll(before(node, way::get));
      }
    }
    before.put(null, new HashSet<>());
    for (ValueId target : targets) {
      boolean isSource = isSource(target.node());
      before.get(null).addAll(isSource ? before(target.node(), b -> 0) : Set.of(target.node()));
    }
    Map<NodeId, Integer> uses = new HashMap<>();
    before.values().forEach(nodes -> nodes.forEach(node -> uses.merge(node, 1, Integer::sum)));
    return uses;
  }
}
