package io.pelton.engine.testing;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Alternative;
import io.pelton.engine.kernel.Backend;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.FixedKernel;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;
import java.util.Set;

/** Graphs of one Relu, and real kernels for it. */
public final class Relus {
  private static final List<DType> F32 = List.of(DType.F32);

  private Relus() {}

  /** A graph with one Relu of F32 [elements], which is the node that {@link #node} names. */
  public static Graph graph(long elements) {
    return graph(DType.F32, elements);
  }

  public static Graph graph(DType dtype, long elements) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(dtype, Shape.fixed(elements)));
    graph.apply("relu", new ElementwiseOp.Unary(OpKind.RELU), x);
    return graph;
  }

  public static NodeId node() {
    return new NodeId(1);
  }

  /** Computes Relu of contiguous floats on the heap, and something else at every run. */
  public static FixedKernel kernel(Runnable atRun) {
    return (node, in, out) ->
        rows -> {
          atRun.run();
          for (int i = 0; i < in[0].layout().elements(); i++) {
            out[0].floats()[out[0].base() + i] = Math.max(0, in[0].floats()[in[0].base() + i]);
          }
        };
  }

  public static Alternative alternative(String name) {
    return new Alternative(name, kernel(() -> {}), Set.of());
  }

  public static Backend backend(String name, Alternative... alternatives) {
    BindingTable.Builder table = new BindingTable.Builder(name);
    for (Alternative alternative : alternatives) {
      add(table, alternative);
    }
    return new Backend(name, "for tests", table.seal());
  }

  public static void add(BindingTable.Builder table, Alternative alternative) {
    table.add(OpKind.RELU, F32, F32, alternative);
  }
}
