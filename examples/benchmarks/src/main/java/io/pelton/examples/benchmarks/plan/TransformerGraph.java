package io.pelton.examples.benchmarks.plan;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ShapeOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * An encoder as exporters write it, of primitive ops: an embedding, layers of attention and of a
 * feed-forward network, each normalized before, and a last normalization. Projections have no
 * biases and there is no mask, so that a layer has 45 nodes besides constants.
 */
final class TransformerGraph {
  static final int SEQUENCE = 64;

  private static final int NODES_PER_LAYER = 45;
  private static final int NODES_OUTSIDE = 10;

  private static final int HEADS = 4;
  private static final int VOCABULARY = 1000;

  private final Graph graph = new Graph();
  private final int hidden;
  private final SplittableRandom random = new SplittableRandom(7);
  private final Tensor meanAxis = Tensor.of(new long[] {-1}, 1);
  private final Tensor split;
  private final Tensor join;

  private TransformerGraph(int hidden) {
    this.hidden = hidden;
    this.split = Tensor.of(new long[] {0, SEQUENCE, HEADS, hidden / HEADS}, 4);
    this.join = Tensor.of(new long[] {0, SEQUENCE, hidden}, 3);
  }

  /**
   * Builds it for rows of {@link #SEQUENCE} token ids.
   *
   * @param hidden width between the layers, a multiple of 4
   */
  static NamedGraph of(int layers, int hidden) {
    return new TransformerGraph(hidden).build(layers);
  }

  /** How many layers make about so many nodes. */
  static int layersFor(int nodes) {
    return Math.round((nodes - NODES_OUTSIDE) / (float) NODES_PER_LAYER);
  }

  private NamedGraph build(int layers) {
    Extent rows = Extent.symbolic(new SymbolId("N"), Extent.UNBOUNDED);
    Shape ids = Shape.of(List.of(rows, Extent.fixed(SEQUENCE)));
    ValueId tokens = graph.input("tokens", ValueType.tensor(DType.I64, ids));
    ValueId x =
        node("embedding", new ShapeOp.Gather(0), weights("table", VOCABULARY, hidden), tokens);
    for (int layer = 0; layer < layers; layer++) {
      String prefix = "layer" + layer + "/";
      x =
          binary(
              prefix + "residual1", OpKind.ADD, x, attention(prefix, norm(prefix + "norm1/", x)));
      x = binary(prefix + "residual2", OpKind.ADD, x, network(prefix, norm(prefix + "norm2/", x)));
    }
    ValueId output = norm("norm/", x);
    return new NamedGraph("transformer", graph, Map.of("tokens", tokens), Map.of("hidden", output));
  }

  /** Nine nodes. */
  private ValueId norm(String prefix, ValueId x) {
    ValueId centered = binary(prefix + "center", OpKind.SUB, x, mean(prefix + "mean", x));
    ValueId squares = binary(prefix + "squares", OpKind.POW, centered, scalar(prefix + "two", 2));
    ValueId variance = mean(prefix + "variance", squares);
    ValueId shifted =
        binary(prefix + "shift", OpKind.ADD, variance, scalar(prefix + "epsilon", 1e-5f));
    ValueId deviation = unary(prefix + "deviation", OpKind.SQRT, shifted);
    ValueId normal = binary(prefix + "normal", OpKind.DIV, centered, deviation);
    ValueId scaled =
        binary(prefix + "scaled", OpKind.MUL, normal, weights(prefix + "gamma", hidden));
    return binary(prefix + "biased", OpKind.ADD, scaled, weights(prefix + "beta", hidden));
  }

  private ValueId mean(String name, ValueId x) {
    ValueId axis = graph.constant(name + "/axes", meanAxis);
    return node(name, new ReduceOp.Reduce(OpKind.REDUCE_MEAN, true, false), x, axis);
  }

  /** Sixteen nodes. */
  private ValueId attention(String prefix, ValueId x) {
    ValueId queries = heads(prefix + "query", x, List.of(0, 2, 1, 3));
    ValueId keys = heads(prefix + "key", x, List.of(0, 2, 3, 1));
    ValueId values = heads(prefix + "value", x, List.of(0, 2, 1, 3));
    ValueId products = node(prefix + "products", new LinalgOp.MatMul(), queries, keys);
    ValueId scale = scalar(prefix + "scale", (float) Math.sqrt(hidden / (double) HEADS));
    ValueId scores = binary(prefix + "scores", OpKind.DIV, products, scale);
    ValueId shares = node(prefix + "shares", new ReduceOp.Softmax(-1, false), scores);
    ValueId mixed = node(prefix + "mixed", new LinalgOp.MatMul(), shares, values);
    ValueId together = node(prefix + "together", new ViewOp.Transpose(List.of(0, 2, 1, 3)), mixed);
    ValueId flat =
        node(prefix + "flat", new ViewOp.Reshape(false), together, graph.constant("join", join));
    return project(prefix + "out", flat, hidden, hidden);
  }

  private ValueId heads(String name, ValueId x, List<Integer> order) {
    ValueId projected = project(name, x, hidden, hidden);
    ValueId apart =
        node(name + "/split", new ViewOp.Reshape(false), projected, graph.constant("split", split));
    return node(name + "/turned", new ViewOp.Transpose(order), apart);
  }

  /** Nine nodes. */
  private ValueId network(String prefix, ValueId x) {
    ValueId wide = project(prefix + "up", x, hidden, 4 * hidden);
    wide = binary(prefix + "up/bias", OpKind.ADD, wide, weights(prefix + "up/b", 4 * hidden));
    ValueId scaled =
        binary(
            prefix + "gelu/scaled",
            OpKind.DIV,
            wide,
            scalar(prefix + "root", (float) Math.sqrt(2)));
    ValueId erf = unary(prefix + "gelu/erf", OpKind.ERF, scaled);
    ValueId shifted = binary(prefix + "gelu/shifted", OpKind.ADD, erf, scalar(prefix + "one", 1));
    ValueId product = binary(prefix + "gelu/product", OpKind.MUL, wide, shifted);
    ValueId gelu = binary(prefix + "gelu", OpKind.MUL, product, scalar(prefix + "half", 0.5f));
    ValueId narrow = project(prefix + "down", gelu, 4 * hidden, hidden);
    return binary(prefix + "down/bias", OpKind.ADD, narrow, weights(prefix + "down/b", hidden));
  }

  private ValueId project(String name, ValueId x, int from, int to) {
    return node(name, new LinalgOp.MatMul(), x, weights(name + "/weights", from, to));
  }

  private ValueId unary(String name, OpKind kind, ValueId x) {
    return node(name, new ElementwiseOp.Unary(kind), x);
  }

  private ValueId binary(String name, OpKind kind, ValueId a, ValueId b) {
    return node(name, new ElementwiseOp.Binary(kind), a, b);
  }

  private ValueId node(String name, Op op, ValueId... operands) {
    return graph.apply(name, op, operands);
  }

  private ValueId scalar(String name, float value) {
    return graph.constant(name, Tensor.of(new float[] {value}));
  }

  private ValueId weights(String name, int... dims) {
    float[] values = new float[Arrays.stream(dims).reduce(1, Math::multiplyExact)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) random.nextDouble(-0.1, 0.1);
    }
    return graph.constant(name, Tensor.of(values, Arrays.stream(dims).asLongStream().toArray()));
  }
}
