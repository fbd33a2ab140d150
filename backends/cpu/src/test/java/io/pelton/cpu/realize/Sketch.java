package io.pelton.cpu.realize;

import io.pelton.engine.graph.Branches;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A graph in the making, whose nodes are named by their ops. */
final class Sketch {
  static final SymbolId ROWS = new SymbolId("rows");

  final Graph graph = new Graph();
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();
  private final Map<String, ValueId> outputs = new LinkedHashMap<>();

  ValueId input(String name, ValueType type) {
    ValueId input = graph.input(name, type);
    inputs.put(name, input);
    return input;
  }

  ValueId input(String name, DType dtype, Extent... extents) {
    return input(name, ValueType.tensor(dtype, Shape.of(extents)));
  }

  /** F32 [rows, columns]. */
  ValueId rows(String name, long columns) {
    return input(name, DType.F32, Extent.symbolic(ROWS), Extent.fixed(columns));
  }

  ValueId apply(Op op, ValueId... operands) {
    return graph.apply(op.label() + graph.size(), op, operands);
  }

  ValueId unary(OpKind kind, ValueId value) {
    return apply(new Unary(kind), value);
  }

  ValueId binary(OpKind kind, ValueId left, ValueId right) {
    return apply(new Binary(kind), left, right);
  }

  ValueId constant(Tensor tensor) {
    return graph.constant("constant" + graph.size(), tensor);
  }

  ValueId integers(long... values) {
    return constant(Tensor.of(values, values.length));
  }

  ValueId branch(String name, ValueId divergeAt, ValueId... exits) {
    return Branches.join(graph, name, divergeAt, List.of(exits));
  }

  /** Adds an output; returns this. */
  Sketch output(String name, ValueId value) {
    outputs.put(name, value);
    return this;
  }

  NamedGraph named(String name) {
    return new NamedGraph(name, graph, inputs, outputs);
  }
}
