package io.pelton.engine.plan;

import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.error.UnknownName;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.StorageClass;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Replays a template with the shapes of actual inputs, so that every extent is a number, except
 * that of the rows, which is a symbol below the bucket's upper bound; folds what thereby became
 * constant; and finds out whether the rows stay apart, so that a plan for the upper bound may run
 * on fewer.
 */
final class Specializer {
  private static final SymbolId ROWS = new SymbolId("rows");

  private final OptimizedGraph template;
  private final Map<String, BoundInput> inputs;
  private final RuleRegistry rules;
  private final Graph graph = new Graph();
  private final Map<SymbolId, Long> lengths = new HashMap<>();
  private final Replay replay;

  Specializer(OptimizedGraph template, Map<String, BoundInput> inputs, RuleRegistry rules) {
    this.template = template;
    this.inputs = inputs;
    this.rules = rules;
    this.replay = new Replay(template.named().graph(), graph, Assignment.NONE, rules, this::length);
    graph.markRows(ROWS);
  }

  /**
   * The specialized graph.
   *
   * @return empty when inputs have rows but the graph mixes them
   * @throws DataDependentShape when a shape depends on values that are not known
   */
  Optional<NamedGraph> specialize() {
    NamedGraph named = template.named();
    Map<String, ValueId> newInputs = new LinkedHashMap<>();
    named.inputs().forEach((name, id) -> newInputs.put(name, replayInput(name, id)));
    for (NodeId node : template.order()) {
      if (!replay.has(new ValueId(node, 0)) && !replay(node)) {
        return Optional.empty();
      }
    }
    List<ValueId> targets =
        rules.optimizeToFixpoint(
            graph, named.outputs().values().stream().map(replay::get).toList());
    if (!keepsRowsApart(targets)) {
      return Optional.empty();
    }
    return Optional.of(
        new NamedGraph(named.name(), graph, newInputs, named.outputsAs(targets)).compacted());
  }

  private ValueId replayInput(String name, ValueId id) {
    BoundInput bound = inputs.get(name);
    boolean isSession = template.named().graph().storageClass(id.node()) == StorageClass.SESSION;
    if (bound.value() != null) {
      PlanInputs.checkShared(template.named().graph(), id);
    }
    TensorType declared = (TensorType) template.named().graph().type(id);
    ValueId input =
        bound.value() != null
            ? graph.constant(name, bound.value())
            : graph.input(name, new TensorType(declared.dtype(), shape(bound)));
    if (isSession) {
      graph.markSession(input);
    }
    bindSymbols(declared.shape(), bound);
    replay.put(id, input);
    return input;
  }

  /** Rows have no length that holds for every run. */
  private void bindSymbols(Shape declared, BoundInput bound) {
    for (int axis = bound.hasRows() ? 1 : 0;
        declared.isRanked() && axis < declared.rank();
        axis++) {
      if (!declared.extent(axis).isFixed()) {
        lengths.put(declared.extent(axis).symbol(), bound.layout().dim(axis));
      }
    }
  }

  private OptionalLong length(SymbolId symbol) {
    Long length = lengths.get(symbol);
    return length == null ? OptionalLong.empty() : OptionalLong.of(length);
  }

  private static Shape shape(BoundInput bound) {
    List<Extent> extents = new ArrayList<>();
    for (long dim : bound.layout().dims()) {
      extents.add(Extent.fixed(dim));
    }
    if (bound.hasRows()) {
      extents.set(0, Extent.symbolic(ROWS, bound.layout().dim(0)));
    }
    return Shape.of(extents);
  }

  /** False when a row of an output depends on other rows, or a shape on their number. */
  private boolean replay(NodeId node) {
    Graph old = template.named().graph();
    if (old.op(node) instanceof SourceOp.Const) {
      replay.addConstant(node);
      return true;
    }
    if (old.op(node) instanceof ControlOp) {
      throw dependsOnRun(old, node);
    }
    if (old.op(node) instanceof SourceOp.Input) {
      throw new UnknownName("no declared input", old.name(node), List.copyOf(inputs.keySet()));
    }
    NodeId added = replay.add(node);
    Op op = graph.op(added);
    if (!op.symbols().isEmpty()) {
      checkNotProduced(old, node, op);
      graph.inference(added).check(hasRows(), "no input has an axis of length " + op.symbols());
      return false;
    }
    checkPlanOperands(added);
    return replay.fold(node, added).stream().allMatch(value -> isPlannable(added, value));
  }

  /** How often bodies run is known when their first operand is, which is absent in some loops. */
  private static DataDependentShape dependsOnRun(Graph old, NodeId node) {
    ValueId decides = old.operands(node).get(0);
    return new DataDependentShape(
        old.name(node),
        old.op(node).label(),
        decides.isAbsent() ? "its body" : old.name(decides.node()));
  }

  /** What stands for a symbol that a node binds is known once that node has run. */
  private void checkNotProduced(Graph old, NodeId node, Op op) {
    for (SymbolId symbol : op.symbols()) {
      Optional<NodeId> producer = old.producer(symbol);
      if (producer.isPresent() && !hasRows()) {
        throw new DataDependentShape(old.name(node), op.label(), old.name(producer.get()));
      }
    }
  }

  private boolean hasRows() {
    return inputs.values().stream().anyMatch(BoundInput::hasRows);
  }

  private void checkPlanOperands(NodeId node) {
    Inference inference = graph.inference(node);
    for (int i = 0; i < inference.count(); i++) {
      if (graph.op(node).isPlanOperand(i) && inference.has(i) && inference.integers(i).isEmpty()) {
        throw new DataDependentShape(
            graph.name(node),
            graph.op(node).label(),
            graph.name(graph.operands(node).get(i).node()));
      }
    }
  }

  /** Every extent is fixed, but for rows at axis 0. */
  private boolean isPlannable(NodeId node, ValueId value) {
    if (!(graph.type(value) instanceof TensorType tensor)) {
      return true;
    }
    Shape shape = tensor.shape();
    boolean hasRows = graph.isRows(shape);
    boolean isFixed = shape.isRanked();
    for (int axis = hasRows ? 1 : 0; isFixed && axis < shape.rank(); axis++) {
      isFixed = shape.extent(axis).isFixed();
    }
    if (!isFixed && !hasRows()) {
      throw new DataDependentShape(graph.name(node), graph.op(node).label(), "its operands");
    }
    return isFixed;
  }

  private boolean keepsRowsApart(List<ValueId> targets) {
    return graph.runOrder(targets).stream().allMatch(this::keepsRowsApart);
  }

  private boolean keepsRowsApart(NodeId node) {
    Op op = graph.op(node);
    if (op instanceof SourceOp) {
      return true;
    }
    Inference inference = graph.inference(node);
    boolean readsRows = false;
    for (int i = 0; i < inference.count(); i++) {
      readsRows |= inference.hasRows(i) && !op.isPlanOperand(i);
    }
    for (ValueType type : graph.types(node)) {
      boolean writesRows = !(type instanceof TensorType tensor) || graph.isRows(tensor.shape());
      boolean hasRows = readsRows || (writesRows && op.makesRows());
      if (type instanceof TensorType && writesRows != hasRows) {
        return false;
      }
    }
    return !readsRows || op.isRowwise(inference);
  }
}
