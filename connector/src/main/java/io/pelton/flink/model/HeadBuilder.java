package io.pelton.flink.model;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.IndexOp.GatherSlices;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NamedGraph.Port;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.graph.ViewOp.Unsqueeze;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.flink.error.InvalidSetting;
import io.pelton.flink.text.Pooling;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** Appends a head to a model. */
final class HeadBuilder {
  /** What sentence-transformers divides by where no token counts. */
  private static final double LEAST_COUNT = 1e-9;

  /** What sentence-transformers takes for a token that does not count. */
  private static final double LEAST_VALUE = -1e9;

  /** What PyTorch divides by where a vector is all zeros. */
  private static final double LEAST_NORM = 1e-12;

  private static final int TOKENS = 1;
  private static final int POOLED_RANK = 2;
  private static final int TOKENS_RANK = 3;

  private final OutputHead head;
  private final NamedGraph model;
  private final Graph graph;

  HeadBuilder(OutputHead head, NamedGraph model) {
    this.head = head;
    this.model = model;
    this.graph = model.graph();
  }

  NamedGraph build() {
    boolean pools = head.pooling() != Pooling.NONE;
    String output = pools ? find("pooling", TOKENS_RANK) : find("normalize", POOLED_RANK);
    ValueId vectors = wide(model.outputs().get(output));
    if (pools) {
      vectors = pool(vectors, head.inputs().maskOf(model.inputPorts()));
    }
    if (head.normalizes()) {
      vectors = normalize(vectors);
    }
    Map<String, ValueId> outputs = new LinkedHashMap<>(model.outputs());
    outputs.put(output, vectors);
    return new NamedGraph(model.name(), graph, model.inputs(), outputs).compacted();
  }

  /** The only output of floats that has so many axes. */
  private String find(String setting, int rank) {
    List<Port> ports = model.outputPorts();
    List<String> found =
        ports.stream().filter(port -> isFloats(port, rank)).map(Port::name).toList();
    if (found.size() != 1) {
      boolean pools = rank == TOKENS_RANK;
      throw new InvalidSetting(
          setting,
          "a model with one output of floats " + (pools ? "[N,L,D]" : "[N,D]"),
          "the outputs " + ports,
          pools
              ? "leave it out where the model pools by itself"
              : "choose a pooling where the model gives a vector for each token, or leave it out");
    }
    return found.get(0);
  }

  private static boolean isFloats(Port port, int rank) {
    if (!(port.type() instanceof TensorType type) || !type.dtype().isFloat()) {
      return false;
    }
    Shape shape = type.shape();
    return shape.isRanked() && shape.rank() == rank;
  }

  /** In 32 bits at least, in which sums are exact enough. */
  private ValueId wide(ValueId vectors) {
    boolean isNarrow = dtype(vectors).bits() < DType.F32.bits();
    return isNarrow ? apply("widen", new Cast(DType.F32), vectors) : vectors;
  }

  private ValueId pool(ValueId vectors, Optional<Port> port) {
    Optional<ValueId> mask = port.map(given -> model.inputs().get(given.name()));
    return switch (head.pooling()) {
      case MEAN -> mean(vectors, mask);
      case MAX -> {
        ValueId masked = mask.map(given -> keep(given, vectors, LEAST_VALUE)).orElse(vectors);
        yield reduce(OpKind.REDUCE_MAX, masked, TOKENS, false);
      }
      case CLS -> token(vectors, 0);
      case LAST -> mask.map(given -> last(vectors, given)).orElseGet(() -> token(vectors, -1));
      case NONE -> vectors;
    };
  }

  private ValueId mean(ValueId vectors, Optional<ValueId> mask) {
    if (mask.isEmpty()) {
      return reduce(OpKind.REDUCE_MEAN, vectors, TOKENS, false);
    }
    ValueId sum = reduce(OpKind.REDUCE_SUM, keep(mask.get(), vectors, 0), TOKENS, false);
    ValueId ones = apply("ones", new Cast(dtype(vectors)), counts(mask.get()));
    ValueId count = reduce(OpKind.REDUCE_SUM, ones, TOKENS, true);
    return binary(OpKind.DIV, sum, binary(OpKind.MAX, count, scalar(vectors, LEAST_COUNT)));
  }

  /** Padding has no say, whatever the model makes of it. */
  private ValueId keep(ValueId mask, ValueId vectors, double other) {
    ValueId counts = apply("widen mask", new Unsqueeze(), counts(mask), longs(TOKENS_RANK - 1));
    return apply("mask", new Where(), counts, vectors, scalar(vectors, other));
  }

  private ValueId counts(ValueId mask) {
    return dtype(mask) == DType.BOOL ? mask : apply("counts", new Cast(DType.BOOL), mask);
  }

  private ValueId token(ValueId vectors, long index) {
    ValueId at = graph.constant("token", Tensor.of(new long[] {index}));
    return apply("token", new Gather(TOKENS), vectors, at);
  }

  private ValueId last(ValueId vectors, ValueId mask) {
    ValueId ones = apply("ones", new Cast(DType.I32), counts(mask));
    ValueId at = apply("last", new ArgMax(TOKENS, true, true), ones);
    return apply("token", new GatherSlices(1), vectors, at);
  }

  private ValueId normalize(ValueId vectors) {
    ValueId squares = binary(OpKind.MUL, vectors, vectors);
    ValueId norm =
        apply("norm", new Unary(OpKind.SQRT), reduce(OpKind.REDUCE_SUM, squares, 1, true));
    return binary(OpKind.DIV, vectors, binary(OpKind.MAX, norm, scalar(vectors, LEAST_NORM)));
  }

  private ValueId reduce(OpKind kind, ValueId data, long axis, boolean keepsAxis) {
    return apply(name(kind), new Reduce(kind, keepsAxis, false), data, longs(axis));
  }

  private ValueId binary(OpKind kind, ValueId left, ValueId right) {
    return apply(name(kind), new Binary(kind), left, right);
  }

  private static String name(OpKind kind) {
    return kind.name().toLowerCase(Locale.ROOT);
  }

  private ValueId longs(long value) {
    return graph.constant("axes", Tensor.of(new long[] {value}, 1));
  }

  private ValueId scalar(ValueId like, double value) {
    return graph.constant("scalar", Tensor.scalar(dtype(like), value));
  }

  private DType dtype(ValueId value) {
    return ((TensorType) graph.type(value)).dtype();
  }

  private ValueId apply(String name, Op op, ValueId... operands) {
    return graph.apply("head/" + name, op, operands);
  }
}
