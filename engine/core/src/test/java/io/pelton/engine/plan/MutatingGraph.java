package io.pelton.engine.plan;

import io.pelton.engine.graph.BranchOp;
import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A random graph of I64 values, full of views and destructive ops. */
public final class MutatingGraph {
  final Graph graph = new Graph();
  final Map<ValueId, long[]> sources = new HashMap<>();
  final Map<ValueId, long[]> dims = new HashMap<>();
  final List<ValueId> targets = new ArrayList<>();
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();
  private final List<ValueId> pool = new ArrayList<>();
  private final Random random;

  /**
   * @param hasSession whether an input holds state that is written in place
   */
  public MutatingGraph(long seed, boolean hasSession) {
    this.random = new Random(seed);
    source("caller", 3, 4);
    ValueId other = source("other", 3, 4);
    if (hasSession) {
      graph.markSession(other);
    }
    constant(2, 6);
    int size = 3 + random.nextInt(25);
    for (int i = 0; i < size; i++) {
      pool.add(next());
    }
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      targets.add(i == 0 ? pool.get(pool.size() - 1) : any());
    }
    orderSome();
  }

  private ValueId source(String name, long... shape) {
    ValueId input = graph.input(name, ValueType.tensor(DType.I64, Shape.fixed(shape)));
    remember(input, random.longs(Layout.elements(shape), -9, 10).toArray(), shape);
    inputs.put(name, input);
    return input;
  }

  private void constant(long... shape) {
    long[] elements = random.longs(Layout.elements(shape), -9, 10).toArray();
    remember(graph.constant("weights", Tensor.of(elements, shape)), elements, shape);
  }

  private void remember(ValueId value, long[] elements, long... shape) {
    sources.put(value, elements);
    dims.put(value, shape);
    pool.add(value);
  }

  private ValueId plan(long... values) {
    return constant(values, values.length);
  }

  private ValueId constant(long[] elements, long... shape) {
    ValueId value = graph.constant("attribute", Tensor.of(elements, shape));
    sources.put(value, elements);
    dims.put(value, shape);
    return value;
  }

  private ValueId any() {
    int at = random.nextInt(3) == 0 ? random.nextInt(pool.size()) : recent();
    return pool.get(at);
  }

  private int recent() {
    return pool.size() - 1 - random.nextInt(Math.min(6, pool.size()));
  }

  private ValueId like(ValueId value) {
    List<ValueId> same =
        pool.stream().filter(other -> graph.type(other).equals(graph.type(value))).toList();
    return same.get(random.nextInt(same.size()));
  }

  private long[] shape(ValueId value) {
    return ((TensorType) graph.type(value)).shape().dims();
  }

  private ValueId add(Op op, ValueId... operands) {
    return graph.apply(op.label() + graph.size(), op, operands);
  }

  private ValueId next() {
    ValueId x = any();
    return switch (random.nextInt(12)) {
      case 0, 1 -> add(new ElementwiseOp.Binary(OpKind.ADD), x, like(x));
      case 2 -> add(new ElementwiseOp.Unary(OpKind.RELU), x);
      case 3, 4, 5 -> view(x);
      case 6, 7 -> writeSlice(x);
      case 8 -> add(new MutationOp.ZeroFill(), x);
      case 9 -> add(new MutationOp.InPlace(OpKind.RELU), x);
      case 10 -> add(new MutationOp.Move(DeviceId.first("cpu")), x);
      default ->
          switch (random.nextInt(3)) {
            case 0 -> add(new BranchOp("here"), x, like(x));
            case 1 -> release(x);
            default -> add(new ShapeOp.Copy(), x);
          };
    };
  }

  /** Tokens are of no further use, but something has to make the release run. */
  private ValueId release(ValueId x) {
    ValueId token = add(new MutationOp.Release(), x);
    ValueId later = add(new ElementwiseOp.Unary(OpKind.RELU), any());
    graph.orderAfter(later.node(), token.node());
    return later;
  }

  private ValueId view(ValueId x) {
    long[] shape = shape(x);
    long elements = Layout.elements(shape);
    return switch (random.nextInt(4)) {
      case 0 -> add(new ViewOp.Transpose(List.of()), x);
      case 1 ->
          elements % 2 == 0
              ? add(new ViewOp.Reshape(false), x, plan(2, elements / 2))
              : add(new ElementwiseOp.Identity(), x);
      case 2 -> {
        int axis = random.nextInt(shape.length);
        yield slice(x, axis, random.nextInt((int) shape[axis]), shape[axis]);
      }
      default -> add(new ElementwiseOp.Identity(), x);
    };
  }

  private ValueId slice(ValueId x, int axis, long start, long end) {
    return add(new ViewOp.Slice(), x, plan(start), plan(end), plan(axis));
  }

  /** What is written is often part of the target itself. */
  private ValueId writeSlice(ValueId target) {
    ValueId source = random.nextInt(3) == 0 ? target : like(target);
    int axis = random.nextInt(shape(target).length);
    long length = shape(target)[axis];
    long start = random.nextInt((int) length);
    ValueId update = slice(source, axis, start, start + 1 + random.nextInt((int) (length - start)));
    if (random.nextInt(3) > 0) {
      DynScalar at = DynScalar.of(random.nextInt(20) - 10);
      return add(new WriteSlice(axis, at, true), target, update);
    }
    ValueId flat = add(new ViewOp.Reshape(false), like(target), plan(-1));
    ValueId at = add(new ViewOp.Reshape(false), slice(flat, 0, 0, 1), constant(new long[0], 0));
    return add(new WriteSlice(axis, DynScalar.of(1), true), target, update, at);
  }

  private void orderSome() {
    List<NodeId> nodes = new ArrayList<>(graph.order(targets));
    nodes.retainAll(new HashSet<>(graph.runOrder(targets)));
    for (int i = random.nextInt(3); i > 0 && nodes.size() > 1; i--) {
      int later = 1 + random.nextInt(nodes.size() - 1);
      graph.orderAfter(nodes.get(later), nodes.get(random.nextInt(later)));
    }
  }

  /** Any order that the graph's edges allow. */
  List<NodeId> randomOrder(List<ValueId> ends) {
    List<NodeId> open = new ArrayList<>(graph.runOrder(ends));
    List<NodeId> order = new ArrayList<>();
    while (!open.isEmpty()) {
      List<NodeId> free = open.stream().filter(node -> isFree(node, open)).toList();
      NodeId node = free.get(random.nextInt(free.size()));
      open.remove(node);
      order.add(node);
    }
    return order;
  }

  private boolean isFree(NodeId node, List<NodeId> open) {
    for (int i = 0; i < graph.operands(node).size(); i++) {
      boolean isRead = !graph.op(node).isPlanOperand(i);
      if (isRead && open.contains(graph.operands(node).get(i).node())) {
        return false;
      }
    }
    return graph.predecessors(node).stream().noneMatch(open::contains);
  }

  /** The graph with its targets as outputs. */
  public NamedGraph named() {
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    targets.forEach(target -> outputs.put("y" + outputs.size(), target));
    return new NamedGraph("mutating", graph, inputs, outputs);
  }

  /** The inputs by name, on arrays of their own. */
  public Map<String, Tensor> tensors() {
    Map<String, Tensor> tensors = new HashMap<>();
    inputs.forEach(
        (name, input) -> tensors.put(name, Tensor.of(sources.get(input).clone(), dims.get(input))));
    return tensors;
  }

  /** Fresh arrays for a run. */
  Map<ValueId, long[]> copies() {
    Map<ValueId, long[]> copies = new HashMap<>();
    sources.forEach((value, array) -> copies.put(value, array.clone()));
    return copies;
  }
}
