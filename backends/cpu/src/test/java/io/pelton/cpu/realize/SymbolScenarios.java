package io.pelton.cpu.realize;

import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.MutationOp.WriteSlice;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.graph.ViewOp.Transpose;
import io.pelton.engine.realize.SymEnv;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Lengths and places that the environment, inputs or nodes decide, and state that is written. */
final class SymbolScenarios {
  private static final SymbolId START = new SymbolId("start");
  private static final SymbolId LENGTH = new SymbolId("length");
  private static final int CAPACITY = 6;

  private SymbolScenarios() {}

  static Stream<Scenario> all() {
    return Stream.of(environment(), produced(), producedTwice(), state());
  }

  private static Scenario environment() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", CAPACITY);
    DynScalar start = DynScalar.of(Extent.symbolic(START, CAPACITY));
    DynScalar length = DynScalar.of(Extent.symbolic(LENGTH, CAPACITY));
    ValueId keys = sketch.apply(new Narrow(1, length), x);
    ValueId shifted =
        sketch.apply(new Narrow(1, start, DynScalar.of(2)), sketch.binary(OpKind.MUL, x, x));
    Shape square = Shape.of(Extent.symbolic(Sketch.ROWS), Extent.symbolic(LENGTH, CAPACITY));
    ValueId counted = sketch.apply(new Iota(DType.F32, square, 1));
    ValueId sum = sketch.binary(OpKind.ADD, counted, sketch.unary(OpKind.TANH, keys));
    sketch.output("keys", keys).output("shifted", shifted).output("sum", sum);
    sketch.output("branch", Scenarios.twoArms(sketch, "way", sum));
    return Scenario.of(
            "environment",
            sketch.named("environment"),
            pass ->
                Map.of("x", new RandomTensors(pass).next(DType.F32, Scenario.rows(pass), CAPACITY)))
        .binding(pass -> new SymEnv().bind(START, pass).bind(LENGTH, pass % 2 == 0 ? 4 : 6))
        .picking(Map.of("way", 1));
  }

  /** How many elements are not zero, and what comes of them. */
  private static Scenario produced() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    SymbolId count = sketch.graph.freshSymbol();
    ValueId found = found(sketch, x, count);
    ValueId numbers = sketch.apply(new Cast(DType.F32), found);
    ValueId sums =
        sketch.apply(new Reduce(OpKind.REDUCE_SUM, true, false), numbers, sketch.integers(1));
    sketch.output("found", found).output("sums", sums);
    sketch.output("branch", Scenarios.twoArms(sketch, "way", numbers));
    return Scenario.of("produced", sketch.named("produced"), SymbolScenarios::sparse)
        .picking(Map.of("way", 1));
  }

  private static ValueId found(Sketch sketch, ValueId x, SymbolId count) {
    ValueId indices =
        new ValueId(sketch.graph.add("indices", new NonZeroIndices(count), List.of(x)), 0);
    return sketch.apply(new Narrow(1, DynScalar.of(Extent.symbolic(count))), indices);
  }

  private static Map<String, Tensor> sparse(int pass) {
    float[] data = new float[Scenario.rows(pass) * Scenarios.COLUMNS];
    for (int i = 0; i < data.length; i += 1 + pass) {
      data[i] = i % 3 - 0.5f;
    }
    return Map.of("x", Tensor.of(data, Scenario.rows(pass), Scenarios.COLUMNS));
  }

  /** What one count decides is counted again, behind a branch. */
  private static Scenario producedTwice() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId first = found(sketch, x, sketch.graph.freshSymbol());
    ValueId turned = sketch.apply(new Transpose(List.of(1, 0)), first);
    ValueId floats = sketch.apply(new Cast(DType.F32), turned);
    ValueId merged =
        sketch.branch(
            "way", floats, sketch.unary(OpKind.RELU, floats), sketch.unary(OpKind.EXP, floats));
    ValueId second = found(sketch, merged, sketch.graph.freshSymbol());
    sketch.output("second", second).output("first", first).output("merged", merged);
    return Scenario.of("produced twice", sketch.named("twice"), SymbolScenarios::sparse)
        .picking(Map.of("way", 1));
  }

  /** A cache whose row at a place that the environment names is written and read. */
  private static Scenario state() {
    Sketch sketch = new Sketch();
    ValueId cache =
        sketch.input("cache", DType.F32, Extent.fixed(CAPACITY), Extent.fixed(Scenarios.COLUMNS));
    sketch.graph.markSession(cache);
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId mean = sketch.apply(new Reduce(OpKind.REDUCE_MEAN, true, false), x, sketch.integers(0));
    ValueId row = Scenarios.twoArms(sketch, "way", mean);
    DynScalar start = DynScalar.of(Extent.symbolic(START, CAPACITY));
    ValueId before = sketch.unary(OpKind.NEG, cache);
    ValueId written = sketch.apply(new WriteSlice(0, start, false), cache, row);
    DynScalar length = DynScalar.of(Extent.symbolic(LENGTH, CAPACITY));
    ValueId keys = sketch.apply(new Narrow(0, length), written);
    sketch.output("written", written).output("before", before).output("keys", keys);
    sketch.output("sum", sketch.binary(OpKind.ADD, sketch.unary(OpKind.TANH, keys), row));
    return Scenario.of(
            "state",
            sketch.named("state"),
            pass -> {
              RandomTensors random = new RandomTensors(pass);
              return Map.of(
                  "cache", random.packed(DType.F32, CAPACITY, Scenarios.COLUMNS),
                  "x", random.next(DType.F32, Scenario.rows(pass), Scenarios.COLUMNS));
            })
        .binding(pass -> new SymEnv().bind(START, pass + 1).bind(LENGTH, pass + 2))
        .picking(Map.of("way", 1));
  }
}
