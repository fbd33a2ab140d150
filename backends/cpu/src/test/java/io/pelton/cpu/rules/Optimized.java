package io.pelton.cpu.rules;

import static org.assertj.core.api.Assertions.assertThat;

import io.pelton.cpu.testing.Cpu;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.executable.CompileOptions;
import io.pelton.engine.executable.CompiledGraph;
import io.pelton.engine.executable.ExecutableGraph;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.SourceOp;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.optimize.Exactness;
import io.pelton.engine.optimize.RuleRegistry;
import io.pelton.engine.plan.OptimizedGraph;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Tensor;
import io.pelton.engine.tensor.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A graph beside what the optimizer made of it. */
final class Optimized {
  private static final int ROWS = 5;

  private final NamedGraph original;
  private final OptimizedGraph template;
  private final RandomTensors random;
  private final boolean isExact;

  Optimized(NamedGraph original, RuleRegistry rules, RandomTensors random) {
    this.original = original;
    this.template = OptimizedGraph.of(original, rules);
    this.random = random;
    this.isExact =
        rules.rules().stream().allMatch(rule -> rule.exactness().equals(Exactness.EXACT));
  }

  /** The rule was applied that often. */
  Optimized applied(String rule, int times) {
    assertThat(template.report().count(rule))
        .as("%s of %s", rule, template.report())
        .isEqualTo(times);
    return this;
  }

  /** The kinds of the nodes that are left, without sources, in order. */
  Optimized leaves(OpKind... kinds) {
    assertThat(kinds()).as("after %s", template.report()).containsExactly(kinds);
    return this;
  }

  List<OpKind> kinds() {
    return template.order().stream()
        .map(node -> template.named().graph().op(node))
        .filter(op -> !(op instanceof SourceOp))
        .map(op -> op.kind())
        .toList();
  }

  NamedGraph named() {
    return template.named();
  }

  /** Original and optimized graph give the same bits, as they are and planned, on any batch. */
  Optimized sameBits() {
    Map<String, Tensor> inputs = inputs();
    Map<String, Value> expected = Cpu.realize(original, inputs);
    assertThat(bits(Cpu.realize(template.named(), inputs))).isEqualTo(bits(expected));
    assertThat(bits(run(inputs))).isEqualTo(bits(expected));
    return this;
  }

  /** Original and optimized graph differ by at most that much, in units of the largest element. */
  Optimized within(double tolerance) {
    Map<String, Tensor> inputs = inputs();
    Map<String, Value> expected = Cpu.realize(original, inputs);
    Map<String, Value> found = Cpu.realize(template.named(), inputs);
    expected.forEach((name, value) -> isClose((Tensor) value, (Tensor) found.get(name), tolerance));
    assertThat(bits(run(inputs))).isEqualTo(bits(found));
    return this;
  }

  private static void isClose(Tensor expected, Tensor found, double tolerance) {
    double[] a = expected.toDoubles();
    double[] b = found.toDoubles();
    double scale = 0;
    for (double element : a) {
      scale = Double.isFinite(element) ? Math.max(scale, Math.abs(element)) : scale;
    }
    for (int i = 0; i < a.length; i++) {
      if (Double.isFinite(a[i])) {
        assertThat(Math.abs(a[i] - b[i]))
            .as("element %d", i)
            .isLessThanOrEqualTo(tolerance * scale);
      } else {
        assertThat(b[i]).isEqualTo(a[i]);
      }
    }
  }

  /** A planned run, which is optimized once more. */
  private Map<String, Value> run(Map<String, Tensor> inputs) {
    CompiledGraph compiled =
        CompiledGraph.compile(
            template.named(),
            CompileOptions.on(Cpu.BACKEND),
            isExact ? RuleRegistry::exact : RuleRegistry::standard);
    try (ExecutableGraph executable = compiled.newExecutable()) {
      return executable.run(inputs);
    }
  }

  private static Map<String, List<Object>> bits(Map<String, Value> outputs) {
    Map<String, List<Object>> bits = new LinkedHashMap<>();
    outputs.forEach((name, value) -> bits.put(name, List.of(Cpu.elements((Tensor) value))));
    return bits;
  }

  private Map<String, Tensor> inputs() {
    Map<String, Tensor> inputs = new LinkedHashMap<>();
    original
        .inputs()
        .forEach(
            (name, value) -> inputs.put(name, tensor((TensorType) original.graph().type(value))));
    return inputs;
  }

  private Tensor tensor(TensorType type) {
    List<Long> dims = new ArrayList<>();
    for (Extent extent : type.shape().extents()) {
      dims.add(extent.isFixed() ? extent.max() : ROWS);
    }
    long[] lengths = dims.stream().mapToLong(dim -> dim).toArray();
    if (type.dtype() == DType.I64) {
      return indices(lengths);
    }
    return type.dtype() == DType.F32 ? floats(lengths) : random.packed(type.dtype(), lengths);
  }

  /** Of tables with at least four rows. */
  private Tensor indices(long... dims) {
    long[] values = new long[(int) Layout.elements(dims)];
    for (int i = 0; i < values.length; i++) {
      values[i] = random.random().nextInt(8) - 4L;
    }
    return Tensor.of(values, dims);
  }

  private Tensor floats(long... dims) {
    Random source = random.random();
    float[] values = new float[(int) Layout.elements(dims)];
    for (int i = 0; i < values.length; i++) {
      values[i] = (float) source.nextGaussian();
    }
    return Tensor.of(values, dims);
  }
}
