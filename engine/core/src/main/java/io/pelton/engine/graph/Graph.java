package io.pelton.engine.graph;

import io.pelton.engine.graph.Consumers.Edge;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.function.ToIntFunction;
import java.util.function.UnaryOperator;

/**
 * An append-only arena of nodes. A node's op and the types of its outputs never change; rewriting
 * passes only redirect the edges that enter it. Every mutation bumps {@link #generation()}. Not
 * thread-safe while it is being built; immutable use afterwards is.
 */
public final class Graph {
  private record Node(
      String name,
      Op op,
      List<ValueId> operands,
      List<ValueType> types,
      List<DynScalar> integers) {}

  private final List<Node> nodes = new ArrayList<>();
  private final Consumers consumers = new Consumers();
  private final SideTables sides = new SideTables();
  private final SymbolTable symbols = new SymbolTable();
  private final ControlEdges control = new ControlEdges();
  private final AtomicLong generation = new AtomicLong();
  private final LongSupplier generations = generation::get;

  /**
   * Adds an input of the given type.
   *
   * @param name unique among the graph's inputs
   * @throws io.pelton.engine.error.InvalidOp when a node binds one of its lengths
   */
  public ValueId input(String name, ValueType type) {
    Op op = new SourceOp.Input(name);
    symbols.check(this, inference(name, op, List.of()), op, List.of(type));
    return new ValueId(append(new Node(name, op, List.of(), List.of(type), null)), 0);
  }

  /** Adds a constant; the tensor is shared, not copied, and must not change afterwards. */
  public ValueId constant(String name, Tensor tensor) {
    ValueType type = new TensorType(tensor.dtype(), Shape.fixed(tensor.dims()));
    List<DynScalar> integers = SideTables.smallIntegers(tensor);
    NodeId node = append(new Node(name, new SourceOp.Const(), List.of(), List.of(type), integers));
    sides.constants.put(node, tensor);
    return new ValueId(node, 0);
  }

  /**
   * Adds a node and infers the types of its outputs. One that reads a symbol which another node
   * binds runs after that node.
   *
   * @param name for messages; need not be unique
   * @throws io.pelton.engine.error.InvalidOp when the operands break one of the op's rules, or the
   *     op binds a symbol that an input or another node binds or a node reads already
   */
  public NodeId add(String name, Op op, List<ValueId> operands) {
    for (ValueId operand : operands) {
      if (!operand.isAbsent()) {
        type(operand);
      }
    }
    Inference inference = new Inference(this, name, op, List.copyOf(operands));
    List<ValueType> types = ElementCounts.checked(inference, op.infer(inference));
    symbols.check(this, inference, op, types);
    List<DynScalar> integers =
        inference.allRanked() ? op.integers(inference).map(List::copyOf).orElse(null) : null;
    return append(new Node(name, op, new ArrayList<>(operands), types, integers));
  }

  /** {@link #add(String, Op, List)} for ops with one output, which is returned. */
  public ValueId apply(String name, Op op, ValueId... operands) {
    return new ValueId(add(name, op, Arrays.asList(operands)), 0);
  }

  private NodeId append(Node node) {
    NodeId id = new NodeId(nodes.size());
    nodes.add(node);
    symbols.add(id, node.op(), node.types());
    for (int operand = 0; operand < node.operands().size(); operand++) {
      consumers.add(node.operands().get(operand), new Edge(id, operand));
    }
    generation.incrementAndGet();
    return id;
  }

  /**
   * Redirects every edge from {@code from} to {@code to}, which must have been added by then and
   * must not depend on {@code from}. Takes time in the number of these edges.
   *
   * @return true when an edge changed
   */
  public boolean redirect(ValueId from, ValueId to) {
    if (from.equals(to)) {
      return false;
    }
    Set<Edge> edges = consumers.take(from);
    if (edges.isEmpty()) {
      return false;
    }
    for (Edge edge : edges) {
      nodes.get(edge.node().index()).operands().set(edge.operand(), to);
      consumers.add(to, edge);
    }
    sides.divergences.replaceAll((branch, at) -> at.equals(from.node()) ? to.node() : at);
    sides.isRewritten = true;
    generation.incrementAndGet();
    return true;
  }

  /**
   * The nodes that read the value, each once, whether or not anything needs them.
   *
   * @return as of now; not a view
   */
  public List<NodeId> consumers(ValueId value) {
    return consumers.of(value);
  }

  /**
   * A new graph with only what the roots need: nodes keep their order, names, ops and types, and
   * tensors of constants are shared. This graph stays as it is.
   */
  public Compaction compact(Collection<ValueId> roots) {
    return compact(roots, Substitution.NONE);
  }

  /**
   * {@link #compact(Collection)}, with other nodes in the place of some.
   *
   * @throws io.pelton.engine.error.InvalidOp when what takes a node's place has other types
   */
  public Compaction compact(Collection<ValueId> roots, Substitution substitution) {
    return new Compactor(this, substitution, op -> op).compact(roots);
  }

  /**
   * {@link #compact(Collection)}, with other ops.
   *
   * @param ops makes the new graph's ops, which take the same operands and have the same outputs
   */
  Compaction compactAs(Collection<ValueId> roots, UnaryOperator<Op> ops) {
    return new Compactor(this, Substitution.NONE, ops).compact(roots);
  }

  /** Another graph of the same symbols, without nodes. */
  Graph emptied() {
    Graph graph = new Graph();
    graph.symbols.copyFacts(symbols);
    graph.sides.isRewritten = sides.isRewritten;
    return graph;
  }

  /**
   * Adds a node of another graph on operands of this one, as it is there.
   *
   * @param op in place of the node's own
   */
  NodeId copy(Graph from, NodeId old, Op op, List<ValueId> operands) {
    Node node = from.nodes.get(old.index());
    return append(
        new Node(node.name(), op, new ArrayList<>(operands), node.types(), node.integers()));
  }

  /** Takes over what another graph knows of a node beside the node itself. */
  void copySideTables(Graph from, NodeId old, NodeId id) {
    sides.copy(from.sides, old, id);
    generation.incrementAndGet();
  }

  /** Gives a node that takes another's place where the other was to run, and after what. */
  public void inherit(NodeId from, NodeId to) {
    placement(from).ifPresent(device -> place(to, device));
    targetBackend(from).ifPresent(backend -> stamp(to, backend));
    controlled(from).forEach(before -> orderAfter(to, before));
  }

  /**
   * Points one edge at another value of the same type.
   *
   * @return true when that changed it
   * @throws io.pelton.engine.error.InvalidOp when the types differ
   */
  public boolean replaceOperand(NodeId node, int operand, ValueId to) {
    List<ValueId> operands = nodes.get(node.index()).operands();
    ValueId from = operands.get(operand);
    if (from.equals(to)) {
      return false;
    }
    inference(node)
        .check(
            type(from).equals(type(to)),
            "operand " + operand + " is " + type(from) + " and can't become " + type(to));
    operands.set(operand, to);
    Edge edge = new Edge(node, operand);
    consumers.remove(from, edge);
    consumers.add(to, edge);
    generation.incrementAndGet();
    return true;
  }

  /** True once {@link #redirect} changed what its author built, here or before it was copied. */
  boolean isRewritten() {
    return sides.isRewritten;
  }

  /**
   * Adds a control edge: wherever {@code node} runs, {@code predecessor} runs before it. Whether
   * the edges leave an order is found out when one is asked for.
   *
   * @return true when there was no such edge
   */
  public boolean orderAfter(NodeId node, NodeId predecessor) {
    boolean added = control.add(node, predecessor);
    if (added) {
      generation.incrementAndGet();
    }
    return added;
  }

  /** True for both ends of a control edge, which rewriting leaves as they are. */
  public boolean isOrdered(NodeId node) {
    return control.isOrdered(node);
  }

  /**
   * The nodes that run before this one because they bind a symbol that it reads, or because {@link
   * #orderAfter} says so, oldest edge first.
   */
  public Set<NodeId> predecessors(NodeId node) {
    return control.with(symbols.sources(node), node);
  }

  /** What {@link #orderAfter} says alone. */
  Set<NodeId> controlled(NodeId node) {
    return control.of(node);
  }

  /**
   * Lets destructive ops write the input in place, so that it carries state from run to run.
   *
   * @throws io.pelton.engine.error.InvalidOp when the value is no input, or is a parameter
   */
  public void markSession(ValueId input) {
    sides.mark(this, input, StorageClass.SESSION);
    generation.incrementAndGet();
  }

  /**
   * Declares an input that has one value for all runs of an executable: a weight that is brought
   * after compiling. Where a graph is realized, it is given like any other input.
   *
   * @throws io.pelton.engine.error.InvalidOp when the value is no input, is no tensor of a fixed
   *     shape, or is session state
   */
  public void markParameter(ValueId input) {
    sides.mark(this, input, StorageClass.PARAMETER);
    generation.incrementAndGet();
  }

  /** Whom the memory of the node's outputs belongs to. */
  public StorageClass storageClass(NodeId node) {
    return sides.storageClass(node, op(node));
  }

  /**
   * Declares that the symbol counts the rows of a batch: axis 0 of such shapes runs over records.
   */
  public void markRows(SymbolId symbol) {
    symbols.markRows(symbol);
    generation.incrementAndGet();
  }

  /** True when axis 0 of the shape runs over the rows of the batch. */
  public boolean isRows(Shape shape) {
    return symbols.isRows(shape);
  }

  /** Runs the node on that device and nowhere else. */
  public void place(NodeId node, DeviceId device) {
    sides.placements.put(node, device);
    generation.incrementAndGet();
  }

  /** The device that the node was placed on explicitly. */
  public Optional<DeviceId> placement(NodeId node) {
    return Optional.ofNullable(sides.placements.get(node));
  }

  /** Runs the node on a device of that backend where nothing else decides. */
  public void stamp(NodeId node, String backend) {
    sides.backends.put(node, backend);
    generation.incrementAndGet();
  }

  /** The backend that the node was stamped with. */
  public Optional<String> targetBackend(NodeId node) {
    return Optional.ofNullable(sides.backends.get(node));
  }

  /** Says where the arms of a branch part. */
  void diverge(NodeId branch, NodeId at) {
    sides.divergences.put(branch, at);
    generation.incrementAndGet();
  }

  /** Where the arms of a branch part, where {@link #diverge} said so. */
  Optional<NodeId> divergence(NodeId branch) {
    return Optional.ofNullable(sides.divergences.get(branch));
  }

  public int size() {
    return nodes.size();
  }

  /** Counts mutations. */
  public long generation() {
    return generation.get();
  }

  /**
   * Reads {@link #generation()}, without keeping the nodes and their tensors reachable; one object
   * a graph.
   */
  public LongSupplier generations() {
    return generations;
  }

  public Op op(NodeId node) {
    return nodes.get(node.index()).op();
  }

  public String name(NodeId node) {
    return nodes.get(node.index()).name();
  }

  public List<ValueId> operands(NodeId node) {
    return Collections.unmodifiableList(nodes.get(node.index()).operands());
  }

  /** Types of the node's outputs, by slot. */
  public List<ValueType> types(NodeId node) {
    return nodes.get(node.index()).types();
  }

  public ValueType type(ValueId value) {
    return nodes.get(value.node().index()).types().get(value.slot());
  }

  /** The tensor of a constant node. */
  public Optional<Tensor> constant(ValueId value) {
    return Optional.ofNullable(sides.constants.get(value.node()));
  }

  /** The rules' view of a node. */
  public Inference inference(NodeId id) {
    Node node = nodes.get(id.index());
    return new Inference(this, node.name(), node.op(), node.operands());
  }

  /** The rules' view of a node that is not part of the graph. */
  public Inference inference(String name, Op op, List<ValueId> operands) {
    return new Inference(this, name, op, operands);
  }

  /** The elements of a small integer value, where they follow from shapes and constants. */
  public Optional<List<DynScalar>> integers(ValueId value) {
    return value.slot() == 0
        ? Optional.ofNullable(nodes.get(value.node().index()).integers())
        : Optional.empty();
  }

  /**
   * The nodes that the targets need, every node after its operands and its predecessors.
   *
   * @return in the order in which they were added, where that is possible
   * @throws io.pelton.engine.error.DestructiveCycle when there is no such order
   */
  public List<NodeId> order(Collection<ValueId> targets) {
    return TopologicalOrder.all(this, targets);
  }

  /**
   * Like {@link #order(Collection)}, but of each branch only one arm: what a pass has to see, since
   * plan operands are computed or folded, too.
   *
   * @param arms the arm of each branch node
   */
  public List<NodeId> order(Collection<ValueId> targets, ToIntFunction<NodeId> arms) {
    return TopologicalOrder.routed(this, targets, arms);
  }

  /**
   * Like {@link #order(Collection)}, without what is needed for plan operands only, by arm 0 of
   * branches.
   */
  public List<NodeId> runOrder(Collection<ValueId> targets) {
    return TopologicalOrder.running(this, targets);
  }

  /**
   * {@link #runOrder(Collection)}, but in the order in which nodes were added wherever that is
   * possible, rather than by targets.
   */
  public List<NodeId> runOrderAsAdded(Collection<ValueId> targets) {
    return TopologicalOrder.asAdded(this, targets);
  }

  /** A symbol that nothing in this graph uses, nor in a compacted copy of it. */
  public SymbolId freshSymbol() {
    return symbols.fresh();
  }

  SymbolId unknownLength() {
    return symbols.unknown();
  }

  /** The node that binds the symbol when it has run. */
  public Optional<NodeId> producer(SymbolId symbol) {
    return symbols.producer(symbol);
  }

  /** Says what a symbol stands for in every run, because that follows from constants. */
  public void define(SymbolId symbol, long value) {
    symbols.define(symbol, value);
    generation.incrementAndGet();
  }

  /** What is known by {@link #define}, whether or not a node still reads or binds it. */
  public Map<SymbolId, Long> definedSymbols() {
    return symbols.known();
  }
}
