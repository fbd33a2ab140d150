package io.pelton.cpu.rules;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.Graph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.Op;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.kernel.Evaluator;
import io.pelton.engine.kernel.Prepared;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;

/** Builds a graph, optimizes a copy, and holds both against each other. */
abstract class RuleFixture {
  static final Extent N = Extent.symbolic(new SymbolId("N"));

  final Graph graph = new Graph();
  final RandomTensors random = new RandomTensors(20_261_129);
  private final Map<String, ValueId> inputs = new LinkedHashMap<>();

  /** An input with rows on axis 0. */
  ValueId rows(String name, long... dims) {
    return rows(name, DType.F32, dims);
  }

  ValueId rows(String name, DType dtype, long... dims) {
    Extent[] extents = new Extent[dims.length + 1];
    extents[0] = N;
    for (int axis = 0; axis < dims.length; axis++) {
      extents[axis + 1] = Extent.fixed(dims[axis]);
    }
    return input(name, dtype, Shape.of(extents));
  }

  ValueId input(String name, DType dtype, Shape shape) {
    ValueId input = graph.input(name, ValueType.tensor(dtype, shape));
    inputs.put(name, input);
    return input;
  }

  /** A constant with elements in (-1, 1). */
  ValueId weights(long... dims) {
    Random source = new Random(Arrays.hashCode(dims));
    float[] values = new float[(int) Layout.elements(dims)];
    for (int i = 0; i < values.length; i++) {
      values[i] = source.nextFloat() * 2 - 1;
    }
    return constant(Tensor.of(values, dims));
  }

  ValueId constant(Tensor tensor) {
    return graph.constant("constant", tensor);
  }

  ValueId scalar(double value) {
    return constant(Tensor.of(new float[] {(float) value}));
  }

  ValueId longs(long... values) {
    return constant(Tensor.of(values, values.length));
  }

  ValueId apply(Op op, ValueId... operands) {
    return graph.apply(op.label().toLowerCase(Locale.ROOT), op, operands);
  }

  ValueId unary(OpKind kind, ValueId x) {
    return apply(new Unary(kind), x);
  }

  ValueId binary(OpKind kind, ValueId x, ValueId y) {
    return apply(new Binary(kind), x, y);
  }

  ValueId add(ValueId x, ValueId y) {
    return binary(OpKind.ADD, x, y);
  }

  ValueId mul(ValueId x, ValueId y) {
    return binary(OpKind.MUL, x, y);
  }

  ValueId reduce(OpKind kind, ValueId x, long... axes) {
    return apply(new Reduce(kind, true, false), x, longs(axes));
  }

  NamedGraph named(ValueId... targets) {
    Map<String, ValueId> outputs = new LinkedHashMap<>();
    for (ValueId target : targets) {
      outputs.put("y" + outputs.size(), target);
    }
    return new NamedGraph("test", graph, inputs, outputs);
  }

  /** Optimized by all rules. */
  Optimized optimize(ValueId... targets) {
    return new Optimized(named(targets), registry(), random);
  }

  /** Optimized by the rules that keep the bits. */
  Optimized optimizeExactly(ValueId... targets) {
    return new Optimized(named(targets), registry().exactOnly(), random);
  }

  static Evaluator evaluator() {
    return new Evaluator(Cpu.BACKEND, new Prepared());
  }

  static RuleRegistry registry() {
    return RuleRegistry.standard(evaluator());
  }

  static Shape shape(long... dims) {
    return Shape.fixed(dims);
  }
}
