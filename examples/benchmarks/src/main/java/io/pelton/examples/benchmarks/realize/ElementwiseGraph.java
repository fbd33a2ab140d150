package io.pelton.examples.benchmarks.realize;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A chain of blocks of ten elementwise nodes each, with fan-in, on two inputs. Where these lie
 * within -1 and 1, so do the results of all blocks.
 */
final class ElementwiseGraph {
  static final int BLOCK = 10;

  private final Graph graph = new Graph();
  private final ValueId x;
  private final ValueId y;

  private ElementwiseGraph(int elements) {
    ValueType type = ValueType.tensor(DType.F32, Shape.fixed(elements));
    this.x = graph.input("x", type);
    this.y = graph.input("y", type);
  }

  /** Inputs {@code x} and {@code y}, output {@code z}, all {@code float[elements]}. */
  static NamedGraph of(int blocks, int elements) {
    ElementwiseGraph built = new ElementwiseGraph(elements);
    ValueId last = built.x;
    for (int block = 0; block < blocks; block++) {
      last = built.block(block, last, block % 2 == 0 ? built.y : built.x);
    }
    Map<String, ValueId> inputs = new LinkedHashMap<>();
    inputs.put("x", built.x);
    inputs.put("y", built.y);
    return new NamedGraph("elementwise", built.graph, inputs, Map.of("z", last));
  }

  private ValueId block(int block, ValueId a, ValueId b) {
    String name = "block" + block + "/";
    ValueId sum = binary(name + "sum", OpKind.ADD, a, b);
    ValueId difference = binary(name + "difference", OpKind.SUB, a, b);
    ValueId product = binary(name + "product", OpKind.MUL, sum, difference);
    ValueId positive = unary(name + "positive", OpKind.RELU, product);
    ValueId negative = unary(name + "negative", OpKind.NEG, difference);
    ValueId larger = binary(name + "larger", OpKind.MAX, negative, sum);
    ValueId absolute = unary(name + "absolute", OpKind.ABS, larger);
    ValueId rest = binary(name + "rest", OpKind.SUB, absolute, positive);
    ValueId smaller = binary(name + "smaller", OpKind.MIN, rest, product);
    return binary(name + "scaled", OpKind.MUL, smaller, b);
  }

  private ValueId unary(String name, OpKind kind, ValueId operand) {
    return graph.apply(name, new Unary(kind), operand);
  }

  private ValueId binary(String name, OpKind kind, ValueId left, ValueId right) {
    return graph.apply(name, new Binary(kind), left, right);
  }
}
