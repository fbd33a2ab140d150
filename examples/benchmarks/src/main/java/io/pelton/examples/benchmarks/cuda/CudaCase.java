package io.pelton.examples.benchmarks.cuda;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A graph with one input {@code x} [rows, width] and one output.
 *
 * @param name in the results
 */
record CudaCase(String name, int rows, int width, NamedGraph graph) {
  private interface Body {
    ValueId add(Graph graph, ValueId x);
  }

  /** From what should not leave the CPU to what should. */
  static List<CudaCase> all() {
    return List.of(
        of("add", 64, 64, (graph, x) -> binary(graph, OpKind.ADD, x, x)),
        of("chain-1m", 1024, 1024, CudaCase::chain),
        of("softmax", 4096, 1024, CudaCase::softmax),
        of("matmul-256", 256, 256, (graph, x) -> product(graph, x, 256, 256)),
        of("matmul-1024", 1024, 1024, (graph, x) -> product(graph, x, 1024, 1024)),
        of("matmul-2048", 2048, 2048, (graph, x) -> product(graph, x, 2048, 2048)),
        of("layers-64", 64, 1024, CudaCase::layers),
        of("layers-4096", 4096, 1024, CudaCase::layers));
  }

  private static CudaCase of(String name, int rows, int width, Body body) {
    Graph graph = new Graph();
    ValueId x = graph.input("x", ValueType.tensor(DType.F32, Shape.fixed(rows, width)));
    ValueId y = body.add(graph, x);
    return new CudaCase(
        name, rows, width, new NamedGraph(name, graph, Map.of("x", x), Map.of("y", y)));
  }

  Tensor input() {
    return Tensor.of(random((long) rows * width), rows, width);
  }

  /** tanh(x * x + x). */
  private static ValueId chain(Graph graph, ValueId x) {
    ValueId square = binary(graph, OpKind.MUL, x, x);
    return unary(graph, OpKind.TANH, binary(graph, OpKind.ADD, square, x));
  }

  private static ValueId softmax(Graph graph, ValueId x) {
    return graph.apply("softmax", new ReduceOp.Softmax(-1, false), x);
  }

  /** Four layers of 1024, and a softmax. */
  private static ValueId layers(Graph graph, ValueId x) {
    ValueId value = x;
    for (int layer = 0; layer < 4; layer++) {
      value = unary(graph, OpKind.RELU, product(graph, value, 1024, 1024));
    }
    return softmax(graph, value);
  }

  private static ValueId product(Graph graph, ValueId x, int from, int to) {
    ValueId weights = graph.constant("weights", Tensor.of(random((long) from * to), from, to));
    return graph.apply("product", new LinalgOp.MatMul(), x, weights);
  }

  private static ValueId unary(Graph graph, OpKind kind, ValueId x) {
    return graph.apply(kind.label(), new ElementwiseOp.Unary(kind), x);
  }

  private static ValueId binary(Graph graph, OpKind kind, ValueId x, ValueId y) {
    return graph.apply(kind.label(), new ElementwiseOp.Binary(kind), x, y);
  }

  private static float[] random(long length) {
    Random random = new Random(length);
    float[] values = new float[Math.toIntExact(length)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() * 0.25f - 0.125f;
    }
    return values;
  }
}
