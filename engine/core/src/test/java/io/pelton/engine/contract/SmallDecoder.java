package io.pelton.engine.contract;

import io.pelton.engine.executable.DecodeMask;
import io.pelton.engine.executable.DecodeModel;
import io.pelton.engine.executable.NewToken;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NormOp.LayerNorm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * A transformer of random weights that predicts the next token, as graphs that share these weights:
 * over a whole sequence, and for one token beside a cache of the keys and values of those before.
 */
final class SmallDecoder {
  static final int TOKENS = 13;
  static final int POSITIONS = 64;
  static final int LAYERS = 2;
  static final int HEADS = 2;

  /** Length of a row of keys or of values. */
  static final int WIDTH = 12;

  static final String BIAS = "bias";
  static final List<String> PARTS = List.of("k", "v");

  private static final int HIDDEN = 20;
  private static final int HEAD = WIDTH / HEADS;
  private static final Extent C = Extent.symbolic(new SymbolId("C"));
  private static final Extent T = Extent.symbolic(new SymbolId("T"));

  /** How the graph for one token reaches the rows of the tokens before. */
  enum Cache {
    /** Reads them; the new token's rows are outputs for the caller to keep. */
    READ,
    /** Holds them as session state and writes the new token's rows itself. */
    WRITTEN
  }

  private final long seed;

  /**
   * @param seed of the weights
   */
  SmallDecoder(long seed) {
    this.seed = seed;
  }

  /**
   * Inputs: ids and positions, I64 [T], and a mask [T, T] that is added to the scores. Output:
   * logits [T, TOKENS].
   */
  NamedGraph whole() {
    return new Building(null).whole();
  }

  /**
   * Inputs: id and position, I64 [1]; a mask [C] that is added to the scores; offset, a scalar I64
   * that says in which row of the caches the token goes; and for each layer past_k_i and past_v_i
   * [C, WIDTH]. Outputs: logits [1, TOKENS], and for each layer new_k_i and new_v_i [1, WIDTH].
   */
  NamedGraph step(Cache cache) {
    return new Building(cache).step(false);
  }

  /**
   * {@link #step} that reads caches, with a parameter BIAS [TOKENS] that is added to the logits.
   */
  NamedGraph biasedStep() {
    return new Building(Cache.READ).step(true);
  }

  /** What a session has to know of {@link #step}. */
  static DecodeModel model(Cache cache) {
    NewToken newToken = cache == Cache.READ ? NewToken.PLACED : NewToken.WRITTEN;
    DecodeModel model =
        DecodeModel.of("id", "logits", newToken)
            .withPosition("position")
            .withOffset("offset")
            .withMask(DecodeMask.added("mask"));
    for (int layer = 0; layer < LAYERS; layer++) {
      for (String part : PARTS) {
        model = model.withCache("past_" + part + "_" + layer, "new_" + part + "_" + layer, 0);
      }
    }
    return model;
  }

  /** One graph; weights come out of the generator in the order of their use. */
  private final class Building {
    private final Graph graph = new Graph();
    private final Random random = new Random(seed);
    private final Cache cache;
    private final Map<String, ValueId> inputs = new LinkedHashMap<>();
    private final Map<String, ValueId> rows = new LinkedHashMap<>();

    /**
     * @param cache null without one
     */
    Building(Cache cache) {
      this.cache = cache;
    }

    NamedGraph whole() {
      input("ids", DType.I64, T);
      input("positions", DType.I64, T);
      input("mask", DType.F32, T, T);
      ValueId logits = logits(inputs.get("ids"), inputs.get("positions"));
      return new NamedGraph("whole", graph, inputs, Map.of("logits", logits));
    }

    NamedGraph step(boolean isBiased) {
      input("id", DType.I64, Extent.fixed(1));
      input("position", DType.I64, Extent.fixed(1));
      input("mask", DType.F32, C);
      input("offset", DType.I64);
      for (int layer = 0; layer < LAYERS; layer++) {
        for (String part : PARTS) {
          ValueId past = input("past_" + part + "_" + layer, DType.F32, C, Extent.fixed(WIDTH));
          if (cache == Cache.WRITTEN) {
            graph.markSession(past);
          }
        }
      }
      Map<String, ValueId> outputs = new LinkedHashMap<>();
      ValueId logits = logits(inputs.get("id"), inputs.get("position"));
      if (isBiased) {
        ValueId bias = input(BIAS, DType.F32, Extent.fixed(TOKENS));
        graph.markParameter(bias);
        logits = binary(OpKind.ADD, logits, bias);
      }
      outputs.put("logits", logits);
      outputs.putAll(rows);
      return new NamedGraph("step", graph, inputs, outputs);
    }

    private ValueId input(String name, DType dtype, Extent... extents) {
      ValueId input = graph.input(name, new TensorType(dtype, Shape.of(extents)));
      inputs.put(name, input);
      return input;
    }

    private ValueId logits(ValueId ids, ValueId positions) {
      ValueId tokens = graph.apply("token", new Gather(0), weights(TOKENS, WIDTH), ids);
      ValueId places = graph.apply("place", new Gather(0), weights(POSITIONS, WIDTH), positions);
      ValueId x = binary(OpKind.ADD, tokens, places);
      for (int layer = 0; layer < LAYERS; layer++) {
        x = binary(OpKind.ADD, x, attention(normed(x), layer));
        ValueId hidden = product(normed(x), WIDTH, HIDDEN);
        ValueId active = graph.apply("tanh", new Unary(OpKind.TANH), hidden);
        x = binary(OpKind.ADD, x, product(active, HIDDEN, WIDTH));
      }
      return product(normed(x), WIDTH, TOKENS);
    }

    private ValueId attention(ValueId x, int layer) {
      ValueId queries = heads(product(x, WIDTH, WIDTH), 0, 2, 1, 3);
      ValueId keys = heads(all(product(x, WIDTH, WIDTH), "k", layer), 0, 2, 3, 1);
      ValueId values = heads(all(product(x, WIDTH, WIDTH), "v", layer), 0, 2, 1, 3);
      ValueId scores = graph.apply("scores", new MatMul(), queries, keys);
      ValueId scale = graph.constant("scale", Tensor.scalar(DType.F32, 1 / Math.sqrt(HEAD)));
      ValueId masked = binary(OpKind.ADD, binary(OpKind.MUL, scores, scale), inputs.get("mask"));
      ValueId shares = graph.apply("shares", new Softmax(-1, false), masked);
      ValueId mixed = graph.apply("mixed", new MatMul(), shares, values);
      ValueId turned = graph.apply("turned", new Transpose(List.of(0, 2, 1, 3)), mixed);
      return product(reshaped(turned, -1, WIDTH), WIDTH, WIDTH);
    }

    /** The new rows, among those of the tokens before where there is a cache. */
    private ValueId all(ValueId fresh, String part, int layer) {
      if (cache == null) {
        return fresh;
      }
      rows.put("new_" + part + "_" + layer, fresh);
      return graph.apply(
          "placed",
          new WriteSlice(0, DynScalar.of(0), false),
          inputs.get("past_" + part + "_" + layer),
          fresh,
          inputs.get("offset"));
    }

    /** From [rows, WIDTH] to [1, rows, HEADS, HEAD], turned. */
    private ValueId heads(ValueId x, Integer... order) {
      ValueId split = reshaped(x, 1, -1, HEADS, HEAD);
      return graph.apply("heads", new Transpose(List.of(order)), split);
    }

    private ValueId reshaped(ValueId x, long... dims) {
      ValueId target = graph.constant("dims", Tensor.of(dims, dims.length));
      return graph.apply("reshaped", new Reshape(false), x, target);
    }

    private ValueId normed(ValueId x) {
      return graph.apply("norm", new LayerNorm(-1, 1e-5f), x, weights(WIDTH), weights(WIDTH));
    }

    private ValueId product(ValueId x, int from, int to) {
      ValueId product = graph.apply("product", new MatMul(), x, weights(from, to));
      return binary(OpKind.ADD, product, weights(to));
    }

    private ValueId binary(OpKind kind, ValueId a, ValueId b) {
      return graph.apply(kind.label(), new Binary(kind), a, b);
    }

    private ValueId weights(long... dims) {
      float[] values = new float[(int) Layout.elements(dims)];
      for (int i = 0; i < values.length; i++) {
        values[i] = random.nextFloat() * 2 - 1;
      }
      return graph.constant("weights", Tensor.of(values, dims));
    }
  }
}
