package io.pelton.engine.plan;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Runs a graph of I64 values as an executor does that trusts the graph: views share arrays,
 * destructive ops write into their target, and released memory is garbage.
 */
final class InPlaceExecutor {
  private record Memory(long[] array, Layout layout) {
    static Memory of(long[] array, long... dims) {
      return new Memory(array, Layout.contiguous(dims));
    }

    int size() {
      return (int) layout.elements();
    }

    long get(int i) {
      return array[(int) layout.position(i)];
    }

    void set(int i, long value) {
      array[(int) layout.position(i)] = value;
    }

    Memory packed() {
      long[] copy = new long[size()];
      for (int i = 0; i < copy.length; i++) {
        copy[i] = get(i);
      }
      return of(copy, layout.dims());
    }
  }

  private static final long GARBAGE = -987_654_321;

  private final Graph graph;
  private final Map<ValueId, Memory> values = new HashMap<>();

  private InPlaceExecutor(Graph graph) {
    this.graph = graph;
  }

  /**
   * @param sources arrays of inputs and constants, used as they are
   * @param dims of the sources
   */
  static List<long[]> run(
      Graph graph,
      Map<ValueId, long[]> sources,
      Map<ValueId, long[]> dims,
      List<NodeId> order,
      List<ValueId> targets) {
    InPlaceExecutor executor = new InPlaceExecutor(graph);
    sources.forEach(
        (value, array) -> executor.values.put(value, Memory.of(array, dims.get(value))));
    order.forEach(executor::run);
    return targets.stream().map(target -> executor.values.get(target).packed().array).toList();
  }

  private void run(NodeId node) {
    if (!(graph.op(node) instanceof SourceOp)) {
      values.put(new ValueId(node, 0), compute(node, graph.op(node), operand(node, 0)));
    }
  }

  private Memory operand(NodeId node, int operand) {
    return values.get(graph.operands(node).get(operand));
  }

  private Memory compute(NodeId node, Op op, Memory x) {
    if (op.isView()) {
      return op.view(graph.inference(node), x.layout)
          .map(layout -> new Memory(x.array, layout))
          .orElseGet(
              () ->
                  new Memory(
                      x.packed().array,
                      op.view(graph.inference(node), x.packed().layout).orElseThrow()));
    }
    if (op instanceof ShapeOp.Copy) {
      return x.packed();
    }
    if (op instanceof ElementwiseOp.Unary) {
      return relu(x.packed());
    }
    if (op instanceof ElementwiseOp.Binary) {
      Memory sum = x.packed();
      for (int i = 0; i < sum.size(); i++) {
        sum.set(i, sum.get(i) + operand(node, 1).get(i));
      }
      return sum;
    }
    return mutate(node, (MutationOp) op, x);
  }

  private static Memory relu(Memory x) {
    for (int i = 0; i < x.size(); i++) {
      x.set(i, Math.max(0, x.get(i)));
    }
    return x;
  }

  private Memory mutate(NodeId node, MutationOp op, Memory target) {
    if (op instanceof MutationOp.InPlace) {
      return relu(target);
    }
    if (op instanceof MutationOp.ZeroFill) {
      for (int i = 0; i < target.size(); i++) {
        target.set(i, 0);
      }
    } else if (op instanceof MutationOp.Release) {
      Arrays.fill(target.array, GARBAGE);
      return Memory.of(new long[0], 0);
    } else if (op instanceof WriteSlice write) {
      Memory update = operand(node, 1);
      boolean isDynamic = graph.operands(node).size() > 2;
      long start = write.start().constant() + (isDynamic ? operand(node, 2).get(0) : 0);
      int length = (int) update.layout.dim(write.axis());
      for (int i = 0; i < update.size(); i++) {
        int into = WrittenAt.element(target.layout.dims(), length, write.axis(), start, i);
        target.set(into, update.get(i));
      }
    }
    return target;
  }
}
