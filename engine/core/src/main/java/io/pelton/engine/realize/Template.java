package io.pelton.engine.realize;

import io.pelton.engine.error.TopologyChanged;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.plan.InputContract;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.plan.PlanInputs;
import io.pelton.engine.plan.StateCheck;
import io.pelton.engine.realize.pick.PickedRoute;
import io.pelton.engine.realize.pick.Picker;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The graph that a pass runs, what is asked of it and what it asks for. Values that the caller
 * names are those of the graph that he built, which may have been optimized to this one.
 */
final class Template {
  /**
   * What the caller gives.
   *
   * @param given as the caller names it
   * @param id in the graph that runs
   * @param isSession whether it is written in place
   */
  record Input(ValueId given, ValueId id, InputContract contract, boolean isSession) {}

  private final Graph source;
  private final Graph graph;
  private final Optional<OptimizedGraph> optimized;
  private final long generation;
  private final List<ValueId> asked;
  private final List<ValueId> targets;
  private final List<NodeId> order;
  private final List<Input> inputs;
  private final Map<ValueId, ValueId> given = new HashMap<>();
  private final Map<NodeId, NodeId> copied;
  private final Map<ValueId, SymbolId> produced = new HashMap<>();
  private final Set<SymbolId> read = new LinkedHashSet<>();
  private final Map<SymbolId, ValueId> starts;
  private final SymbolUses symbols;
  private final StateCheck states;

  private Template(Realization realization, boolean withStartsAsInputs) {
    this.optimized = realization.optimized();
    this.source = optimized.map(plan -> plan.named().graph()).orElse(realization.graph());
    this.generation = source.generation();
    optimized.ifPresent(o -> o.inputs().forEach((before, after) -> given.put(after, before)));
    this.asked = List.copyOf(realization.targets());
    List<ValueId> found = asked.stream().map(this::find).toList();
    List<NodeId> sourceOrder = source.order(found);
    List<ValueId> sourceInputs = inputs(source, sourceOrder);
    this.symbols = new SymbolUses(source, sourceOrder, allInputs(source));
    Map<ValueId, ValueId> moved = new HashMap<>();
    if (withStartsAsInputs && !symbols.isEmpty()) {
      List<ValueId> roots = new ArrayList<>(found);
      roots.addAll(sourceInputs);
      SymbolOperands copy = SymbolOperands.of(source, roots);
      this.graph = copy.compaction().graph();
      this.copied = copy.compaction().nodes();
      this.starts = copy.inputs();
      roots.forEach(root -> moved.put(root, copy.compaction().value(root)));
    } else {
      this.graph = source;
      this.copied = Map.of();
      this.starts = Map.of();
    }
    this.targets = found.stream().map(target -> moved.getOrDefault(target, target)).toList();
    this.order = List.copyOf(graph.order(targets));
    this.inputs = inputs(sourceInputs, moved);
    for (NodeId node : order) {
      Op op = graph.op(node);
      op.produces().forEach((slot, symbol) -> produced.put(new ValueId(node, slot), symbol));
      read.addAll(op.symbols());
    }
    this.states = findStates();
  }

  /**
   * The graph that a realization runs, as it is.
   *
   * @throws UnknownName for a target that the graph does not have or was not optimized for
   */
  static Template of(Realization realization) {
    return new Template(realization, false);
  }

  /** A copy of the graph whose plans serve all numbers that symbolic starts may stand for. */
  static Template withStartsAsInputs(Realization realization) {
    return new Template(realization, true);
  }

  private ValueId find(ValueId target) {
    if (optimized.isEmpty()) {
      checkExists(target);
      return target;
    }
    ValueId value = optimized.get().targets().get(target);
    if (value == null) {
      List<String> known =
          optimized.get().targets().keySet().stream().map(ValueId::toString).toList();
      throw new UnknownName("no target of the optimized graph", target.toString(), known);
    }
    return value;
  }

  private void checkExists(ValueId target) {
    int node = target.node().index();
    boolean isNode = node >= 0 && node < source.size();
    if (!isNode || target.slot() < 0 || target.slot() >= source.types(target.node()).size()) {
      throw new UnknownName(
          "no target of the graph", target.toString(), List.of("#0 to #" + (source.size() - 1)));
    }
  }

  private static List<ValueId> allInputs(Graph graph) {
    return IntStream.range(0, graph.size())
        .mapToObj(NodeId::new)
        .filter(node -> graph.op(node) instanceof SourceOp.Input)
        .map(node -> new ValueId(node, 0))
        .toList();
  }

  private static List<ValueId> inputs(Graph graph, List<NodeId> order) {
    return order.stream()
        .filter(node -> graph.op(node) instanceof SourceOp.Input)
        .map(node -> new ValueId(node, 0))
        .toList();
  }

  private List<Input> inputs(List<ValueId> sourceInputs, Map<ValueId, ValueId> moved) {
    Set<String> planInputs = PlanInputs.of(graph, order);
    List<Input> found = new ArrayList<>();
    for (ValueId id : sourceInputs) {
      String name = ((SourceOp.Input) source.op(id.node())).name();
      boolean isSession = source.storageClass(id.node()) == StorageClass.SESSION;
      if (planInputs.contains(name)) {
        PlanInputs.checkShared(source, id);
      }
      Port port = new Port(name, source.type(id));
      found.add(
          new Input(
              asGiven(id),
              moved.getOrDefault(id, id),
              new InputContract(port, planInputs.contains(name)),
              isSession));
    }
    return List.copyOf(found);
  }

  private StateCheck findStates() {
    List<String> names = inputs.stream().map(input -> input.contract().name()).toList();
    List<Integer> slots =
        IntStream.range(0, inputs.size()).filter(i -> inputs.get(i).isSession()).boxed().toList();
    return new StateCheck(names, slots);
  }

  /**
   * True when the realization asks for just what this was made for. A graph that was changed is
   * another one, unless it is an optimized one, which must not change.
   */
  boolean isOf(Realization realization) {
    boolean isSame =
        realization.optimized().equals(optimized)
            && realization.targets().equals(asked)
            && (optimized.isPresent() || realization.graph() == source);
    return isSame && (optimized.isPresent() || source.generation() == generation);
  }

  /**
   * @throws TopologyChanged when the graph was changed since this was made, or since it was
   *     optimized
   */
  void checkUnchanged() {
    optimized.ifPresent(OptimizedGraph::checkUnchanged);
    if (source.generation() != generation) {
      throw new TopologyChanged(generation, source.generation());
    }
  }

  Graph graph() {
    return graph;
  }

  /** As the caller named them. */
  List<ValueId> asked() {
    return asked;
  }

  /** In the graph that runs, in the same order. */
  List<ValueId> targets() {
    return targets;
  }

  /**
   * Picks for the graph that runs what was picked for the one that it may be a copy of. Branches
   * that no target needs are left out.
   *
   * @throws io.pelton.engine.error.NoSuchArm when the route names a node that is no branch, or an
   *     arm that its branch does not have
   */
  PickedRoute route(PickedRoute picked) {
    Picker.following(source, targets, picked);
    if (graph == source) {
      return picked;
    }
    Map<NodeId, Integer> arms = new HashMap<>();
    picked
        .arms()
        .forEach(
            (branch, arm) -> {
              if (copied.containsKey(branch)) {
                arms.put(copied.get(branch), arm);
              }
            });
    return new PickedRoute(arms);
  }

  /** All nodes that the targets may need, by any arm, operands first. */
  List<NodeId> order() {
    return order;
  }

  List<Input> inputs() {
    return inputs;
  }

  /**
   * What the caller gives for an input.
   *
   * @throws UnknownName when that is no tensor
   */
  Tensor find(Input input, StorageCache cache) {
    if (cache.find(input.given()) instanceof Tensor tensor) {
      return tensor;
    }
    List<String> names = inputs.stream().map(i -> i.contract().name()).toList();
    throw new UnknownName("missing input", input.contract().name(), names);
  }

  /** What the caller calls an input of the graph that {@link #symbols} is about. */
  ValueId asGiven(ValueId input) {
    return given.getOrDefault(input, input);
  }

  /** What symbols are read and bound where. */
  SymbolUses symbols() {
    return symbols;
  }

  /** Symbols on which plans depend. */
  Set<SymbolId> read() {
    return read;
  }

  /** Inputs that the graph has for symbols on which no plan depends. */
  Map<SymbolId, ValueId> starts() {
    return starts;
  }

  StateCheck states() {
    return states;
  }

  /** Scalars that bind a symbol when they are computed. */
  Map<ValueId, SymbolId> produced() {
    return produced;
  }

  /** The scalar that binds the symbol. */
  Optional<ValueId> producer(SymbolId symbol) {
    return produced.entrySet().stream()
        .filter(entry -> entry.getValue().equals(symbol))
        .map(Map.Entry::getKey)
        .findFirst();
  }
}
