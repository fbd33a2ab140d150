package io.pelton.engine.contract;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.RandomKey;
import io.pelton.engine.graph.RandomOp;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** Small graphs, and what they compute in plain Java, by the same operations on floats. */
enum LifeGraph {
  /** y [N,3] = x [N,3] + h [2,3] summed over its rows; z = h / 2. */
  STATEFUL {
    @Override
    NamedGraph graph() {
      Graph graph = new Graph();
      ValueId x = input(graph, "x", N, THREE);
      ValueId h = input(graph, "h", Extent.fixed(2), THREE);
      return new NamedGraph(
          "stateful",
          graph,
          ends("x", x, "h", h),
          ends("y", binary(graph, OpKind.ADD, x, sum(graph, h)), "z", half(graph, h)));
    }

    @Override
    Plain draw(int slot, Random random, int rows) {
      return slot == 0 ? numbers(random, rows, 3) : numbers(random, 2, 3);
    }

    @Override
    Plain[] run(Plain[] in, Plain parameter, Plain noise) {
      return new Plain[] {addSum(in[0], in[1]), half(in[1])};
    }

    @Override
    int fedBy(int slot) {
      return slot == 1 ? 1 : -1;
    }

    @Override
    boolean hasRows(int output) {
      return output == 0;
    }
  },

  /** {@link #STATEFUL}, and as many ones as a computed number says. */
  SEGMENTS {
    @Override
    NamedGraph graph() {
      Graph graph = new Graph();
      ValueId x = input(graph, "x", N, THREE);
      ValueId h = input(graph, "h", Extent.fixed(2), THREE);
      ValueId count = input(graph, "count", Extent.fixed(1), Extent.fixed(1));
      ValueId length = graph.apply("length", new ElementwiseOp.Cast(DType.I64), sum(graph, count));
      ValueId one = graph.constant("one", Tensor.of(new float[] {1}, 1));
      Map<String, ValueId> outputs =
          ends("y", binary(graph, OpKind.ADD, x, sum(graph, h)), "z", half(graph, h));
      outputs.put("ones", graph.apply("ones", new ViewOp.Expand(), one, length));
      outputs.put("same", h);
      return new NamedGraph("segments", graph, ends("x", x, "h", h, "count", count), outputs);
    }

    @Override
    Plain draw(int slot, Random random, int rows) {
      return slot == 2
          ? Plain.of(i -> 1 + random.nextInt(3), 1, 1)
          : STATEFUL.draw(slot, random, rows);
    }

    @Override
    Plain[] run(Plain[] in, Plain parameter, Plain noise) {
      Plain ones = Plain.of(i -> 1, (long) in[2].data()[0]);
      return new Plain[] {addSum(in[0], in[1]), half(in[1]), ones, in[1].copy()};
    }

    @Override
    int fedBy(int slot) {
      return slot == 1 ? 1 : -1;
    }
  },

  /** written = state [4,3], which is session state, with row [1,3] at index at. */
  WRITING {
    @Override
    NamedGraph graph() {
      Graph graph = new Graph();
      ValueId state = input(graph, "state", Extent.fixed(4), THREE);
      ValueId row = input(graph, "row", Extent.fixed(1), THREE);
      ValueId at = graph.input("at", ValueType.tensor(DType.I64, Shape.of()));
      graph.markSession(state);
      WriteSlice write = new WriteSlice(0, DynScalar.of(0), false);
      return new NamedGraph(
          "writing",
          graph,
          ends("state", state, "row", row, "at", at),
          ends("written", graph.apply("write", write, state, row, at)));
    }

    @Override
    Plain draw(int slot, Random random, int rows) {
      return switch (slot) {
        case 0 -> numbers(random, 4, 3);
        case 1 -> numbers(random, 1, 3);
        default -> Plain.of(i -> random.nextInt(4));
      };
    }

    @Override
    Plain[] run(Plain[] in, Plain parameter, Plain noise) {
      in[0].copyRows(in[1], 0, (int) in[2].data()[0], 1);
      return new Plain[] {in[0].copy()};
    }

    @Override
    int fedBy(int slot) {
      return slot == 0 ? 0 : -1;
    }

    @Override
    DType dtype(int slot) {
      return slot == 2 ? DType.I64 : DType.F32;
    }

    @Override
    boolean isWritten(int slot) {
      return slot == 0;
    }
  },

  /** made [1,2] = row [1,2] / 2; grown [M+1,2] = cache [M,2] and row behind it. */
  CACHE {
    @Override
    NamedGraph graph() {
      Graph graph = new Graph();
      ValueId cache = input(graph, "cache", M, Extent.fixed(2));
      ValueId row = input(graph, "row", Extent.fixed(1), Extent.fixed(2));
      return new NamedGraph(
          "cache",
          graph,
          ends("cache", cache, "row", row),
          ends(
              "made",
              half(graph, row),
              "grown",
              graph.apply("grown", new ShapeOp.Concat(0), cache, row)));
    }

    @Override
    Plain draw(int slot, Random random, int rows) {
      return numbers(random, slot == 0 ? rows : 1, 2);
    }

    @Override
    Plain[] run(Plain[] in, Plain parameter, Plain noise) {
      Plain grown = Plain.of(i -> 0, in[0].dims()[0] + 1, 2);
      grown.copyRows(in[0], 0, 0, (int) in[0].dims()[0]);
      grown.copyRows(in[1], 0, (int) in[0].dims()[0], 1);
      return new Plain[] {half(in[1]), grown};
    }

    @Override
    int fedBy(int slot) {
      return slot == 0 ? 1 : -1;
    }

    @Override
    boolean hasCache() {
      return true;
    }
  },

  /** y [N,3] = x [N,3] * w [3], a parameter. */
  PARAMETER {
    @Override
    NamedGraph graph() {
      Graph graph = new Graph();
      ValueId x = input(graph, "x", N, THREE);
      ValueId w = input(graph, "w", THREE);
      graph.markParameter(w);
      return new NamedGraph(
          "scaled", graph, ends("x", x, "w", w), ends("y", binary(graph, OpKind.MUL, x, w)));
    }

    @Override
    Plain draw(int slot, Random random, int rows) {
      return slot == 0 ? numbers(random, rows, 3) : numbers(random, 3);
    }

    @Override
    Plain[] run(Plain[] in, Plain parameter, Plain noise) {
      return new Plain[] {
        Plain.of(i -> in[0].data()[i] * parameter.data()[i % 3], in[0].dims().clone())
      };
    }

    @Override
    boolean hasParameter() {
      return true;
    }

    @Override
    boolean hasRows(int output) {
      return true;
    }
  },

  /** y [2,3] = x [2,3] + numbers drawn at random, which are an output too. */
  RANDOM {
    @Override
    NamedGraph graph() {
      Graph graph = new Graph();
      ValueId x = input(graph, "x", Extent.fixed(2), THREE);
      ValueId dims = graph.constant("dims", Tensor.of(new long[] {2, 3}, 2));
      RandomOp.Uniform uniform = new RandomOp.Uniform(RandomKey.of(7), DType.F32, -1, 2);
      ValueId noise = graph.apply("noise", uniform, dims);
      return new NamedGraph(
          "random",
          graph,
          ends("x", x),
          ends("y", binary(graph, OpKind.ADD, x, noise), "noise", noise));
    }

    @Override
    Plain draw(int slot, Random random, int rows) {
      return numbers(random, 2, 3);
    }

    @Override
    Plain[] run(Plain[] in, Plain parameter, Plain noise) {
      return new Plain[] {Plain.of(i -> in[0].data()[i] + noise.data()[i], 2, 3), noise.copy()};
    }

    @Override
    int fedBy(int slot) {
      return 0;
    }

    @Override
    boolean isRandom() {
      return true;
    }
  };

  private static final Extent N = Extent.symbolic(new SymbolId("N"));
  private static final Extent M = Extent.symbolic(new SymbolId("M"));
  private static final Extent THREE = Extent.fixed(3);

  abstract NamedGraph graph();

  /**
   * A value for an input; behind the last one, for the parameter.
   *
   * @param rows where an input has rows
   */
  abstract Plain draw(int slot, Random random, int rows);

  /**
   * The outputs; session state is written where it is.
   *
   * @param parameter null where there is none
   * @param noise what is drawn; null where nothing is
   */
  abstract Plain[] run(Plain[] in, Plain parameter, Plain noise);

  /** The output that may feed an input, or -1. */
  int fedBy(int slot) {
    return -1;
  }

  DType dtype(int slot) {
    return DType.F32;
  }

  /** True for session state. */
  boolean isWritten(int slot) {
    return false;
  }

  /** True when an output has the rows that an active extent is about. */
  boolean hasRows(int output) {
    return false;
  }

  /** Input 0 is a cache, whose rows output 0 makes. */
  boolean hasCache() {
    return false;
  }

  boolean hasParameter() {
    return false;
  }

  boolean isRandom() {
    return false;
  }

  private static Plain numbers(Random random, long... dims) {
    return Plain.of(i -> 1 + random.nextInt(1000) / 7f, dims);
  }

  private static Plain half(Plain value) {
    return Plain.of(i -> value.data()[i] * 0.5f, value.dims().clone());
  }

  private static Plain addSum(Plain x, Plain h) {
    return Plain.of(i -> x.data()[i] + (h.data()[i % 3] + h.data()[3 + i % 3]), x.dims().clone());
  }

  private static ValueId input(Graph graph, String name, Extent... extents) {
    return graph.input(name, ValueType.tensor(DType.F32, Shape.of(extents)));
  }

  private static ValueId binary(Graph graph, OpKind kind, ValueId a, ValueId b) {
    return graph.apply(kind.label(), new ElementwiseOp.Binary(kind), a, b);
  }

  private static ValueId half(Graph graph, ValueId value) {
    ValueId half = graph.constant("half", Tensor.of(new float[] {0.5f}, 1));
    return binary(graph, OpKind.MUL, value, half);
  }

  private static ValueId sum(Graph graph, ValueId value) {
    ValueId axis = graph.constant("axis", Tensor.of(new long[] {0}, 1));
    return graph.apply("sum", new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false), value, axis);
  }

  private static Map<String, ValueId> ends(Object... ends) {
    Map<String, ValueId> named = new LinkedHashMap<>();
    for (int i = 0; i < ends.length; i += 2) {
      named.put((String) ends[i], (ValueId) ends[i + 1]);
    }
    return named;
  }
}
