package io.pelton.engine.plan;

import io.pelton.engine.error.DataDependentShape;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.Inference;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.Plan.Delivery;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/** Gathers the nodes of a segment, with numbers for all lengths. */
final class SegmentDraft {
  private final Graph source;
  private final Map<ValueId, Known> known;
  private final ToIntFunction<NodeId> arms;
  private final Predicate<NodeId> isWaiting;
  private final Graph graph = new Graph();
  private final Replay replay;
  private final Map<ValueId, BoundInput> given = new LinkedHashMap<>();
  private final List<ValueId> computed = new ArrayList<>();
  private final List<NodeId> deferred = new ArrayList<>();
  private final Set<NodeId> later = new HashSet<>();
  private final Set<ValueId> awaited = new LinkedHashSet<>();

  /**
   * @param assignment of the source's nodes
   */
  SegmentDraft(
      Graph source,
      Assignment assignment,
      RuleRegistry folding,
      Map<ValueId, Known> known,
      Function<SymbolId, OptionalLong> lengths,
      ToIntFunction<NodeId> arms,
      Predicate<NodeId> isWaiting) {
    this.source = source;
    this.known = known;
    this.arms = arms;
    this.isWaiting = isWaiting;
    this.replay = new Replay(source, graph, assignment, folding, lengths);
  }

  /** Adds a node, or defers it until more is known. */
  void add(NodeId node) {
    Op op = source.op(node);
    if (op instanceof SourceOp) {
      return;
    }
    if (op instanceof ControlOp || !isReady(node)) {
      deferred.add(node);
      later.add(node);
      return;
    }
    if (op instanceof BranchOp) {
      ValueId exit = source.operands(node).get(arms.applyAsInt(node));
      replay.put(new ValueId(node, 0), replay.get(exit));
    } else {
      NodeId added = replay.add(node);
      checkPlannable(added);
      replay.fold(node, added);
    }
    for (int slot = 0; slot < source.types(node).size(); slot++) {
      computed.add(new ValueId(node, slot));
    }
  }

  private boolean isReady(NodeId node) {
    boolean isReady =
        replay.op(node).symbols().isEmpty()
            && source.predecessors(node).stream()
                .noneMatch(before -> later.contains(before) || isWaiting.test(before));
    List<ValueId> operands = source.operands(node);
    for (int i = 0; i < operands.size(); i++) {
      if (isRead(node, i)) {
        isReady &= isThere(operands.get(i)) && isUnderstood(node, i);
      }
    }
    return isReady;
  }

  private boolean isRead(NodeId node, int operand) {
    return !source.operands(node).get(operand).isAbsent()
        && (!(source.op(node) instanceof BranchOp) || operand == arms.applyAsInt(node));
  }

  private boolean isThere(ValueId value) {
    if (!replay.has(value)) {
      if (source.constant(value).isPresent()) {
        replay.addConstant(value.node());
      } else if (known.containsKey(value)) {
        give(value, known.get(value));
      }
    }
    return replay.has(value);
  }

  private void give(ValueId value, Known what) {
    if (what.value() != null) {
      replay.put(value, graph.constant(name(value), what.value()));
      return;
    }
    if (what.dtype() == null) {
      return;
    }
    Shape shape = Shape.fixed(what.layout().dims());
    ValueId input = graph.input(name(value), new TensorType(what.dtype(), shape));
    if (what.isSession()) {
      graph.markSession(input);
    }
    given.put(value, new BoundInput(what.layout(), false, what.space(), null));
    replay.put(value, input);
  }

  /** Elements that decide shapes have to be there by now, or are asked for. */
  private boolean isUnderstood(NodeId node, int operand) {
    ValueId value = source.operands(node).get(operand);
    if (!source.op(node).isPlanOperand(operand) || graph.integers(replay.get(value)).isPresent()) {
      return true;
    }
    if (graph.constant(replay.get(value)).isPresent()) {
      Inference inference = graph.inference(source.name(node), source.op(node), List.of());
      throw inference.invalid(
          "operand "
              + operand
              + " should be a short list of integers but is "
              + graph.type(replay.get(value)));
    }
    awaited.add(value);
    return false;
  }

  private void checkPlannable(NodeId added) {
    for (ValueType type : graph.types(added)) {
      if (type instanceof TensorType tensor && !tensor.shape().isFixed()) {
        throw new DataDependentShape(graph.name(added), graph.op(added).label(), "its operands");
      }
    }
  }

  Segment plan(PlanContext context, Predicate<ValueId> isWanted) {
    if (computed.isEmpty()) {
      return new Segment(Optional.empty(), List.of(), List.of(), List.of(), deferred, awaited);
    }
    List<ValueId> outputs = outputs(isWanted);
    Map<String, ValueId> named = new LinkedHashMap<>();
    Set<ValueId> left = new HashSet<>();
    for (ValueId output : outputs) {
      ValueId value = replay.get(output);
      // state that may be written later goes by one name only
      boolean isSecond = !left.add(value) && hasState();
      named.put(name(output), isSecond ? graph.apply("copy", new ShapeOp.Copy(), value) : value);
    }
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    given.keySet().forEach(value -> inputs.put(name(value), replay.get(value)));
    NamedGraph safe = PlanFactory.safe(new NamedGraph("segment", graph, inputs, named));
    List<BoundInput> bound = List.copyOf(given.values());
    Plan plan =
        new Planner(safe, context, bound, -1, Delivery.IN_PLACE, OutputPlaces.ON_HOST).plan();
    context.options().judge().save();
    List<ValueId> safeOutputs = List.copyOf(safe.outputs().values());
    List<ValueId> slots = List.copyOf(given.keySet());
    Residency residency = new Residency(context.devices(), bound);
    List<Known> leaves = new ArrayList<>();
    for (int i = 0; i < outputs.size(); i++) {
      leaves.add(known(safeOutputs.get(i), plan.outputs().get(i), slots, residency));
    }
    return new Segment(Optional.of(plan), slots, outputs, leaves, deferred, awaited);
  }

  private boolean hasState() {
    return given.keySet().stream().anyMatch(value -> known.get(value).isSession());
  }

  /** What deferred nodes or others read later; of the session's state, before it is written. */
  private List<ValueId> outputs(Predicate<ValueId> isWanted) {
    Set<ValueId> read = new HashSet<>();
    deferred.forEach(node -> read.addAll(source.operands(node)));
    List<ValueId> outputs =
        new ArrayList<>(
            given.keySet().stream().filter(value -> known.get(value).isSession()).toList());
    outputs.addAll(computed);
    outputs.removeIf(value -> !read.contains(value) && !isWanted.test(value));
    return outputs;
  }

  private Known known(
      ValueId value, PlannedValue planned, List<ValueId> slots, Residency residency) {
    if (planned.layout() == null) {
      return Known.OBJECT;
    }
    boolean isSession =
        planned.root() instanceof Root.Input input
            && known.get(slots.get(input.slot())).isSession();
    Known left =
        new Known(
            planned.dtype(),
            Known.fromStart(planned.layout()),
            residency.space(planned),
            isSession,
            null);
    return graph
        .constant(value)
        .filter(tensor -> graph.integers(value).isPresent())
        .map(left::withValue)
        .orElse(left);
  }

  /** Unique in the source. */
  private String name(ValueId value) {
    String name = source.name(value.node());
    boolean isInput = source.op(value.node()) instanceof SourceOp.Input;
    return isInput ? name : name + "@" + value.node().index() + ":" + value.slot();
  }
}
