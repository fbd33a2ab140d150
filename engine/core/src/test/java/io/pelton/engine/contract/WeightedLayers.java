package io.pelton.engine.contract;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;

/** x [N,8] -> Gemm 16 -> Relu -> MatMul 4 -> Softmax y: with constants, or with parameters. */
final class WeightedLayers {
  private final Graph graph = new Graph();
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();
  private final boolean declares;
  private final Map<String, Tensor> weights;

  private WeightedLayers(Map<String, Tensor> weights, boolean declares) {
    this.weights = weights;
    this.declares = declares;
  }

  /** Of a graph of its own, with inputs w1, b1, x, w2 or x alone. */
  static NamedGraph with(Map<String, Tensor> weights, boolean declares) {
    return new WeightedLayers(weights, declares).build();
  }

  private NamedGraph build() {
    ValueId first = weight("w1");
    ValueId bias = weight("b1");
    ValueId x =
        graph.input(
            "x",
            ValueType.tensor(
                DType.F32, Shape.of(Extent.symbolic(new SymbolId("N")), Extent.fixed(8))));
    inputs.put("x", x);
    ValueId hidden = graph.apply("hidden", new LinalgOp.Gemm(1, 1, false, false), x, first, bias);
    ValueId active = graph.apply("active", new ElementwiseOp.Unary(OpKind.RELU), hidden);
    ValueId scores = graph.apply("scores", new LinalgOp.MatMul(), active, weight("w2"));
    ValueId y = graph.apply("softmax", new ReduceOp.Softmax(-1, false), scores);
    return new NamedGraph("layers", graph, inputs, Map.of("y", y));
  }

  private ValueId weight(String name) {
    Tensor tensor = weights.get(name);
    if (!declares) {
      return graph.constant(name, tensor);
    }
    ValueId input = graph.input(name, ValueType.tensor(tensor.dtype(), Shape.fixed(tensor.dims())));
    graph.markParameter(input);
    inputs.put(name, input);
    return input;
  }

  static Map<String, Tensor> weights(long seed) {
    Random random = new Random(seed);
    Map<String, Tensor> weights = new LinkedHashMap<>();
    weights.put("w1", tensor(random, 8, 16));
    weights.put("b1", tensor(random, 16));
    weights.put("w2", tensor(random, 16, 4));
    return weights;
  }

  /** Rows of x. */
  static Tensor rows(int count) {
    return tensor(new Random(count), count, 8);
  }

  private static Tensor tensor(Random random, int... lengths) {
    long[] dims = Arrays.stream(lengths).asLongStream().toArray();
    float[] values = new float[Arrays.stream(lengths).reduce(1, (a, b) -> a * b)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.nextFloat() * 2 - 1;
    }
    return Tensor.of(values, dims);
  }
}
