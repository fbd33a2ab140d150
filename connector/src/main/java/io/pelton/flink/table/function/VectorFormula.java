package io.pelton.flink.table.function;

import io.pelton.engine.graph.ElementwiseOp;
import io.pelton.engine.graph.Graph;
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
import java.util.LinkedHashMap;
import java.util.Map;

/** What a function of vectors computes, as a graph for vectors of any one length. */
enum VectorFormula {
  /** The sum of products. */
  DOT_PRODUCT("DOT_PRODUCT", 2, false) {
    @Override
    Map<String, ValueId> outputs(Steps steps, ValueId[] vectors) {
      return Map.of(RESULT, steps.dot(vectors[0], vectors[1]));
    }
  },
  /** The sum of products over the product of both lengths, and that product, which may be zero. */
  COSINE_SIMILARITY("COSINE_SIMILARITY", 2, false) {
    @Override
    Map<String, ValueId> outputs(Steps steps, ValueId[] vectors) {
      ValueId lengths =
          steps.binary(OpKind.MUL, steps.length(vectors[0]), steps.length(vectors[1]));
      Map<String, ValueId> outputs = new LinkedHashMap<>();
      outputs.put(RESULT, steps.binary(OpKind.DIV, steps.dot(vectors[0], vectors[1]), lengths));
      outputs.put("lengths", lengths);
      return outputs;
    }
  },
  /** The root of the sum of squared differences. */
  L2_DISTANCE("L2_DISTANCE", 2, false) {
    @Override
    Map<String, ValueId> outputs(Steps steps, ValueId[] vectors) {
      return Map.of(RESULT, steps.length(steps.binary(OpKind.SUB, vectors[0], vectors[1])));
    }
  },
  /** The vector over its length, or over 1e-12 where it is shorter. */
  L2_NORMALIZE("L2_NORMALIZE", 1, true) {
    @Override
    Map<String, ValueId> outputs(Steps steps, ValueId[] vectors) {
      ValueId length = steps.binary(OpKind.MAX, steps.length(vectors[0]), steps.scalar(SHORTEST));
      return Map.of(RESULT, steps.binary(OpKind.DIV, vectors[0], length));
    }
  };

  private static final String RESULT = "result";
  private static final double SHORTEST = 1e-12;
  private static final Extent LENGTH = Extent.symbolic(new SymbolId("length"));

  private final String function;
  private final int operands;
  private final boolean givesVector;

  VectorFormula(String function, int operands, boolean givesVector) {
    this.function = function;
    this.operands = operands;
    this.givesVector = givesVector;
  }

  /** As SQL calls it. */
  String function() {
    return function;
  }

  int operands() {
    return operands;
  }

  /** False where the result is one number. */
  boolean givesVector() {
    return givesVector;
  }

  /**
   * The formula on vectors of a dtype; the first output is the result.
   *
   * @param dtype F32 or F64, in which everything is computed
   */
  NamedGraph graph(DType dtype) {
    Graph graph = new Graph();
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    ValueId[] vectors = new ValueId[operands];
    for (int i = 0; i < operands; i++) {
      String name = "vector" + i;
      vectors[i] = graph.input(name, ValueType.tensor(dtype, Shape.of(LENGTH)));
      inputs.put(name, vectors[i]);
    }
    return new NamedGraph(function, graph, inputs, outputs(new Steps(graph, dtype), vectors));
  }

  abstract Map<String, ValueId> outputs(Steps steps, ValueId[] vectors);

  /** Adds nodes to a graph. */
  private static final class Steps {
    private final Graph graph;
    private final DType dtype;
    private int count;

    Steps(Graph graph, DType dtype) {
      this.graph = graph;
      this.dtype = dtype;
    }

    private String name(String step) {
      return step + count++;
    }

    ValueId scalar(double value) {
      return graph.constant(name("constant"), Tensor.scalar(dtype, value));
    }

    ValueId binary(OpKind kind, ValueId left, ValueId right) {
      return graph.apply(name("step"), new ElementwiseOp.Binary(kind), left, right);
    }

    ValueId dot(ValueId left, ValueId right) {
      return graph.apply(
          name("sum"),
          new ReduceOp.Reduce(OpKind.REDUCE_SUM, false, false),
          binary(OpKind.MUL, left, right));
    }

    ValueId length(ValueId vector) {
      return graph.apply(name("root"), new ElementwiseOp.Unary(OpKind.SQRT), dot(vector, vector));
    }
  }
}
