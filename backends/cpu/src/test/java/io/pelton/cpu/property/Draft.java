package io.pelton.cpu.property;

import io.pelton.cpu.property.naive.Grid;
import io.pelton.cpu.property.naive.NaiveOps;
import io.pelton.cpu.property.naive.Rejected;
import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.kernel.BindingKey;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A recipe in the making, and what its values are in every scenario: an op is added where the naive
 * evaluator computes it in all of them and the CPU has a kernel for it.
 */
final class Draft {
  static final int MAX_ELEMENTS = 1500;
  private static final int MAX_RANK = 5;

  /**
   * A value of the recipe.
   *
   * @param id in the draft's own graph
   * @param grids by scenario
   * @param session the input whose memory it may be in, -1 for none
   */
  record Value(Ref ref, ValueId id, List<Grid> grids, int session) {
    DType dtype() {
      return grids.get(0).dtype();
    }

    int rank() {
      return grids.get(0).rank();
    }

    /** The length of an axis where it is the same in all scenarios, else -1. */
    int fixed(int axis) {
      int length = grids.get(0).dim(axis);
      return grids.stream().allMatch(grid -> grid.dim(axis) == length) ? length : -1;
    }

    int shortest(int axis) {
      return grids.stream().mapToInt(grid -> grid.dim(axis)).min().orElseThrow();
    }

    boolean hasOneRank() {
      return grids.stream().allMatch(grid -> grid.rank() == rank());
    }
  }

  /**
   * How a node is added.
   *
   * @param device where it wishes to run
   * @param isBound the wish is a must
   * @param isOffered whether later nodes may read it, and come after it
   */
  record Manner(Optional<DeviceId> device, boolean isBound, boolean isOffered) {}

  private final RandomTensors tensors;
  private final List<Scenario> scenarios;
  private final Graph graph = new Graph();
  private final List<Step> steps = new ArrayList<>();
  private final List<Value> values = new ArrayList<>();
  private final BitSet hidden = new BitSet();
  private final List<NaiveOps> naive;
  private final List<SymbolId> produced = new ArrayList<>();

  Draft(RandomTensors tensors, List<Scenario> scenarios) {
    this.tensors = tensors;
    this.scenarios = scenarios;
    this.naive = scenarios.stream().map(s -> new NaiveOps(s.symbols())).toList();
    graph.markRows(Scenario.ROWS);
  }

  Random random() {
    return tensors.random();
  }

  RandomTensors tensors() {
    return tensors;
  }

  List<Scenario> scenarios() {
    return scenarios;
  }

  List<Value> values() {
    return values;
  }

  Recipe finish(List<Ref> outputs) {
    return new Recipe(scenarios, List.copyOf(steps), outputs);
  }

  /** A symbol for what one more node counts. */
  SymbolId freshSymbol() {
    return graph.freshSymbol();
  }

  /** Where there are any, a symbol that a node binds. */
  Optional<SymbolId> produced() {
    return produced.isEmpty() ? Optional.empty() : Optional.of(any(produced));
  }

  /**
   * The length that a symbol stands for, with or without saying how large it may get.
   *
   * @param most what it never exceeds
   */
  Extent extent(SymbolId symbol, int most) {
    return oneIn(2) ? Extent.symbolic(symbol) : Extent.symbolic(symbol, most);
  }

  /** True when the caller or an input says what the symbol stands for. */
  boolean isBound(SymbolId symbol) {
    return scenarios.get(0).env().containsKey(symbol)
        || steps.stream().anyMatch(step -> step instanceof Step.Input input && input.has(symbol));
  }

  /** True when the value is made from the other. */
  boolean descends(Value value, Value from) {
    return Lineage.descends(steps, value.ref().step(), from.ref().step());
  }

  /** True when a step writes over its first operand. */
  boolean isMutation(int step) {
    return steps.get(step) instanceof Step.Apply apply && apply.op() instanceof MutationOp;
  }

  boolean isRead(Value value) {
    return steps.stream().anyMatch(step -> step.operands().contains(value.ref()));
  }

  <T> T any(List<T> list) {
    return list.get(random().nextInt(list.size()));
  }

  boolean oneIn(int n) {
    return random().nextInt(n) == 0;
  }

  /** One of the values that fit, later ones more often. */
  Optional<Value> pick(Predicate<Value> fits) {
    List<Value> fitting = values.stream().filter(Value::hasOneRank).filter(fits).toList();
    if (fitting.isEmpty()) {
      return Optional.empty();
    }
    int first = random().nextInt(fitting.size());
    return Optional.of(fitting.get(first + random().nextInt(fitting.size() - first)));
  }

  TensorType type(Value value) {
    return (TensorType) graph.type(value.id());
  }

  /** Where symbols stand, data is drawn for what they stand for. */
  Value input(DType dtype, Shape shape, boolean isSession) {
    List<Tensor> data = new ArrayList<>();
    for (Scenario scenario : scenarios) {
      long[] dims =
          shape.extents().stream()
              .mapToLong(e -> e.isFixed() ? e.max() : scenario.symbols().get(e.symbol()))
              .toArray();
      data.add(isSession ? tensors.packed(dtype, dims) : tensors.next(dtype, dims));
    }
    return input(new TensorType(dtype, shape), isSession, data);
  }

  Value input(TensorType type, boolean isSession, List<Tensor> data) {
    ValueId id = graph.input(Recipe.name(steps.size()), type);
    steps.add(new Step.Input(type, isSession, data));
    int session = isSession ? steps.size() - 1 : -1;
    return keep(id, data.stream().map(Grid::of).toList(), session);
  }

  Value constant(Tensor tensor) {
    ValueId id = graph.constant(Recipe.name(steps.size()), tensor);
    steps.add(new Step.Constant(tensor));
    Grid grid = Grid.of(tensor);
    return keep(id, scenarios.stream().map(scenario -> grid).toList(), -1);
  }

  Value integers(long... integers) {
    return constant(Tensor.of(integers, integers.length));
  }

  private Value keep(ValueId id, List<Grid> grids, int session) {
    Value value = new Value(new Ref(steps.size() - 1, id.slot()), id, grids, session);
    values.add(value);
    return value;
  }

  /** Adds a node where its op is defined in every scenario; its values by slot. */
  List<Value> add(Op op, Value... operands) {
    return add(op, new Manner(wish(), false, true), operands);
  }

  /** True if {@link #add} did add. */
  boolean adds(Op op, Value... operands) {
    return !add(op, operands).isEmpty();
  }

  /** {@link #add(Op, Value...)} in a certain manner. */
  List<Value> add(Op op, Manner manner, Value... operands) {
    List<List<Grid>> results = compute(op, operands);
    if (results.isEmpty() || plansByState(op, operands)) {
      return List.of();
    }
    List<ValueId> ids =
        Arrays.stream(operands).map(v -> v == null ? ValueId.ABSENT : v.id()).toList();
    NodeId node = graph.add(Recipe.name(steps.size()), op, ids);
    if (!isCovered(op, node)) {
      return List.of();
    }
    List<Ref> refs = Arrays.stream(operands).map(v -> v == null ? Ref.ABSENT : v.ref()).toList();
    if (!manner.isOffered()) {
      hidden.set(steps.size());
    }
    Set<Integer> after = manner.isOffered() ? after() : Set.of();
    steps.add(new Step.Apply(op, refs, after, manner.device(), manner.isBound()));
    produced.addAll(op.produces().values());
    List<Value> added = new ArrayList<>();
    boolean isAlias = op.isView() || op.destructiveInput().isPresent();
    for (int slot = 0; slot < results.get(0).size(); slot++) {
      int at = slot;
      Value value =
          new Value(
              new Ref(steps.size() - 1, slot),
              new ValueId(node, slot),
              results.stream().map(grids -> grids.get(at)).toList(),
              isAlias ? operands[0].session() : -1);
      added.add(value);
      if (manner.isOffered()) {
        values.add(value);
      }
    }
    return added;
  }

  /**
   * The value that all these are.
   *
   * @param diverge what the arms start from
   * @param exits what they end in
   * @return empty where their types don't tell that their lengths agree
   */
  Optional<Value> join(Value diverge, List<Value> exits, boolean isOffered) {
    Value first = exits.get(0);
    for (Value exit : exits) {
      if (!hasType(exit, type(first))) {
        return Optional.empty();
      }
      for (int at = 0; at < scenarios.size(); at++) {
        Optional<String> difference = first.grids().get(at).difference(exit.grids().get(at));
        if (difference.isPresent()) {
          throw new IllegalStateException(
              "the arms at " + exits + " are not one value: " + difference.get());
        }
      }
    }
    String name = Recipe.name(steps.size());
    List<ValueId> ids = exits.stream().map(Value::id).toList();
    NodeId node = graph.add(name, new BranchOp(name), ids);
    steps.add(new Step.Branch(diverge.ref(), exits.stream().map(Value::ref).toList()));
    int session = exits.stream().mapToInt(Value::session).max().orElseThrow();
    Value joined =
        new Value(new Ref(steps.size() - 1, 0), new ValueId(node, 0), first.grids(), session);
    if (isOffered) {
      values.add(joined);
    }
    return Optional.of(joined);
  }

  /** True when the value has as many axes, of certainly the same lengths. */
  boolean hasType(Value value, TensorType expected) {
    Shape shape = type(value).shape();
    return value.dtype() == expected.dtype()
        && shape.isRanked()
        && expected.shape().isRanked()
        && shape.rank() == expected.shape().rank()
        && IntStream.range(0, shape.rank())
            .allMatch(axis -> shape.extent(axis).sameAs(expected.shape().extent(axis)));
  }

  /** True where a shape would depend on what is written while the graph runs, which is refused. */
  private boolean plansByState(Op op, Value... operands) {
    return IntStream.range(0, operands.length)
        .filter(operand -> operands[operand] != null && op.isPlanOperand(operand))
        .anyMatch(operand -> Lineage.isOfState(steps, operands[operand].ref().step()));
  }

  /** By scenario and slot; empty where the op is refused. */
  private List<List<Grid>> compute(Op op, Value... operands) {
    List<List<Grid>> results = new ArrayList<>();
    for (int at = 0; at < scenarios.size(); at++) {
      int scenario = at;
      List<Grid> in = new ArrayList<>();
      for (Value operand : operands) {
        in.add(operand == null ? null : operand.grids().get(scenario));
      }
      try {
        results.add(naive.get(at).apply(op, in));
      } catch (Rejected e) {
        return List.of();
      }
      for (Grid grid : results.get(at)) {
        if (grid.size() > MAX_ELEMENTS || grid.rank() > MAX_RANK) {
          return List.of();
        }
      }
    }
    return results;
  }

  private boolean isCovered(Op op, NodeId node) {
    if (op.isView() || op instanceof ShapeOp.ShapeOf) {
      return true;
    }
    BindingKey key = BindingKey.of(graph, node, Cpu.BACKEND.name());
    if (op instanceof MutationOp.InPlace inPlace) {
      key = new BindingKey(inPlace.unary(), key.inputs(), key.outputs(), key.backend());
      return covers(key) && covers(BindingKey.of(graph, node, Cpu.BACKEND.name()));
    }
    return covers(key);
  }

  private static boolean covers(BindingKey key) {
    return !Cpu.BACKEND.table().lookup(key).isEmpty();
  }

  private Set<Integer> after() {
    Set<Integer> after = new TreeSet<>();
    if (oneIn(12)) {
      int earlier = random().nextInt(steps.size());
      if (steps.get(earlier) instanceof Step.Apply && !hidden.get(earlier)) {
        after.add(earlier);
      }
    }
    return after;
  }

  Optional<DeviceId> wish() {
    return switch (random().nextInt(10)) {
      case 0, 1 -> Optional.of(Machines.HOST);
      case 2, 3, 4 -> Optional.of(Machines.SECOND);
      default -> Optional.empty();
    };
  }

  /** Lengths that broadcast to the value's in all scenarios. */
  long[] broadcastable(Value value) {
    int dropped = random().nextInt(value.rank() + 1) / 2;
    long[] dims = new long[value.rank() - dropped];
    for (int axis = 0; axis < dims.length; axis++) {
      int length = value.fixed(axis + dropped);
      dims[axis] = length < 0 || oneIn(3) ? 1 : length;
    }
    return dims;
  }

  /** Another operand of an elementwise op. */
  Value partner(Value value) {
    int way = random().nextInt(6);
    if (way == 0) {
      return constant(tensors.next(value.dtype(), broadcastable(value)));
    }
    if (way == 1 && isOfKnownLengths(value)) {
      return input(value.dtype(), type(value).shape(), false);
    }
    return pick(other -> other.dtype() == value.dtype() && !other.ref().equals(value.ref()))
        .filter(other -> fits(value, other))
        .orElseGet(
            () -> oneIn(2) ? value : constant(tensors.next(value.dtype(), broadcastable(value))));
  }

  boolean fits(Value one, Value other) {
    return !compute(new ElementwiseOp.Binary(OpKind.EQUAL), one, other).isEmpty();
  }

  /** True when an input can have the value's type. */
  boolean isOfKnownLengths(Value value) {
    Shape shape = type(value).shape();
    return shape.isRanked() && shape.extents().stream().allMatch(Draft::isKnown);
  }

  private static boolean isKnown(Extent extent) {
    return extent.isFixed()
        || extent.symbol().equals(Scenario.ROWS)
        || extent.symbol().equals(Scenario.WIDTH)
        || extent.symbol().equals(Scenario.LENGTH);
  }
}
