package io.pelton.engine.contract;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ExpertOp.GroupedMatMul;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ReduceOp.TopK;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * Feed-forward layers that are mixtures of experts, as a graph and, token by token, in plain Java.
 * Each layer adds to a token what its best experts make of it: {@code relu(x up + c) down + d},
 * weighted by the experts' shares among those chosen.
 */
final class SmallExperts {
  /** Length of a token. */
  static final int WIDTH = 6;

  static final List<Layer> LAYERS = List.of(new Layer(0, 5, 2), new Layer(1, 4, 3));

  private static final int HIDDEN = 9;
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  /**
   * @param choices experts that a token is sent to
   */
  record Layer(int index, int experts, int choices) {
    private float[] gate() {
      return weights(1, WIDTH * experts);
    }

    private float[] up() {
      return weights(2, experts * WIDTH * HIDDEN);
    }

    private float[] upBias() {
      return weights(3, experts * HIDDEN);
    }

    private float[] down() {
      return weights(4, experts * HIDDEN * WIDTH);
    }

    private float[] downBias() {
      return weights(5, experts * WIDTH);
    }

    private float[] weights(int part, int count) {
      Random random = new Random(10L * index + part);
      float[] values = new float[count];
      for (int i = 0; i < count; i++) {
        values[i] = random.nextFloat() * 2 - 1;
      }
      return values;
    }
  }

  /**
   * A token behind all layers.
   *
   * @param chosen experts by layer, best first
   */
  record Outcome(float[] token, int[][] chosen) {}

  private SmallExperts() {}

  /** Input: x, F32 [N, WIDTH]. Output: y, likewise. */
  static NamedGraph graph() {
    Graph graph = new Graph();
    ValueId x = graph.input("x", new TensorType(DType.F32, Shape.of(N, Extent.fixed(WIDTH))));
    ValueId y = x;
    for (Layer layer : LAYERS) {
      y = binary(graph, OpKind.ADD, y, mixture(graph, layer, y));
    }
    return new NamedGraph("experts", graph, Map.of("x", x), Map.of("y", y));
  }

  private static ValueId mixture(Graph graph, Layer layer, ValueId x) {
    int experts = layer.experts;
    ValueId scores =
        graph.apply("scores", new MatMul(), x, floats(graph, layer.gate(), WIDTH, experts));
    ValueId shares = graph.apply("shares", new Softmax(-1, false), scores);
    ValueId count = longs(graph, layer.choices);
    ValueId best = graph.apply("best", new TopK(-1, true, true), shares, count);
    ValueId chosen = new ValueId(best.node(), 1);
    ValueId sum =
        graph.apply("sum", new Reduce(OpKind.REDUCE_SUM, true, false), best, longs(graph, -1));
    ValueId factors = binary(graph, OpKind.DIV, best, sum);
    ValueId hidden =
        graph.apply(
            "up",
            new GroupedMatMul(layer.index, true),
            x,
            floats(graph, layer.up(), experts, WIDTH, HIDDEN),
            chosen,
            floats(graph, layer.upBias(), experts, HIDDEN));
    ValueId active = graph.apply("active", new Unary(OpKind.RELU), hidden);
    ValueId made =
        graph.apply(
            "down",
            new GroupedMatMul(layer.index, false),
            active,
            floats(graph, layer.down(), experts, HIDDEN, WIDTH),
            chosen,
            floats(graph, layer.downBias(), experts, WIDTH));
    ValueId columns = graph.apply("columns", new Unsqueeze(), factors, longs(graph, -1));
    ValueId weighted = binary(graph, OpKind.MUL, made, columns);
    Reduce reduce = new Reduce(OpKind.REDUCE_SUM, false, false);
    return graph.apply("mixed", reduce, weighted, longs(graph, -2));
  }

  private static ValueId binary(Graph graph, OpKind kind, ValueId a, ValueId b) {
    return graph.apply(kind.label(), new Binary(kind), a, b);
  }

  private static ValueId floats(Graph graph, float[] values, long... dims) {
    return graph.constant("weights", Tensor.of(values, dims));
  }

  private static ValueId longs(Graph graph, long... values) {
    return graph.constant("longs", Tensor.of(values, values.length));
  }

  /**
   * Evaluates one token: all experts of a layer, of which those that it is not sent to are left out
   * of the sum.
   *
   * @param softmax of the machine under test, whose exponentials are its own
   */
  static Outcome evaluate(float[] token, UnaryOperator<float[]> softmax) {
    float[] x = token;
    int[][] chosen = new int[LAYERS.size()][];
    for (Layer layer : LAYERS) {
      float[] shares = softmax.apply(product(x, layer.gate(), 0, layer.experts));
      int[] best = best(shares, layer.choices);
      float[] mixed = mix(dense(layer, x), shares, best);
      float[] next = new float[WIDTH];
      for (int i = 0; i < WIDTH; i++) {
        next[i] = x[i] + mixed[i];
      }
      chosen[layer.index] = best;
      x = next;
    }
    return new Outcome(x, chosen);
  }

  /** What each expert makes of the token. */
  private static float[][] dense(Layer layer, float[] x) {
    float[][] made = new float[layer.experts][];
    for (int expert = 0; expert < layer.experts; expert++) {
      float[] hidden = product(x, layer.up(), expert * WIDTH * HIDDEN, HIDDEN);
      for (int i = 0; i < HIDDEN; i++) {
        hidden[i] = Math.max(hidden[i] + layer.upBias()[expert * HIDDEN + i], 0);
      }
      made[expert] = product(hidden, layer.down(), expert * HIDDEN * WIDTH, WIDTH);
      for (int i = 0; i < WIDTH; i++) {
        made[expert][i] += layer.downBias()[expert * WIDTH + i];
      }
    }
    return made;
  }

  private static int[] best(float[] shares, int count) {
    return IntStream.range(0, shares.length)
        .boxed()
        .sorted((a, b) -> Float.compare(shares[b], shares[a]))
        .limit(count)
        .mapToInt(expert -> expert)
        .toArray();
  }

  private static float[] mix(float[][] made, float[] shares, int[] chosen) {
    float[] best = new float[chosen.length];
    for (int i = 0; i < chosen.length; i++) {
      best[i] = shares[chosen[i]];
    }
    float total = sum(best);
    float[] mixed = new float[WIDTH];
    for (int column = 0; column < WIDTH; column++) {
      float[] summands = new float[chosen.length];
      for (int i = 0; i < chosen.length; i++) {
        summands[i] = made[chosen[i]][column] * (best[i] / total);
      }
      mixed[column] = sum(summands);
    }
    return mixed;
  }

  /** One fused step for each element of the row. */
  private static float[] product(float[] row, float[] matrix, int at, int columns) {
    float[] product = new float[columns];
    for (int column = 0; column < columns; column++) {
      for (int i = 0; i < row.length; i++) {
        product[column] = Math.fma(row[i], matrix[at + i * columns + column], product[column]);
      }
    }
    return product;
  }

  /** In the order of the engine's reductions, of up to 16 elements. */
  private static float sum(float... summands) {
    float[] partials = Arrays.copyOf(summands, 16);
    for (int half = 8; half > 0; half /= 2) {
      for (int i = 0; i < half; i++) {
        partials[i] += partials[i + half];
      }
    }
    return partials[0];
  }

  /** Random tokens, one after the other. */
  static float[] tokens(int count) {
    return GraphFixture.random(count * WIDTH);
  }
}
