package io.pelton.cpu.realize;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.cpu.testing.RandomTensors;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.ElementwiseOp.Where;
import io.pelton.engine.graph.LinalgOp.MatMul;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ReduceOp.Softmax;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Stream;

/** Graphs without symbols, state or bodies. */
final class Scenarios {
  static final int COLUMNS = 4;

  private Scenarios() {}

  static Stream<Scenario> all() {
    return Stream.of(
            Stream.of(sharedParts(), views(), strings(), model()),
            Stream.of(branches(), twoDevices()),
            SymbolScenarios.all(),
            ControlScenarios.all())
        .flatMap(scenarios -> scenarios);
  }

  /** One input {@code x}, F32 [rows, 4], that lies anyhow. */
  static IntFunction<Map<String, Tensor>> floats() {
    return pass ->
        Map.of("x", new RandomTensors(pass).next(DType.F32, Scenario.rows(pass), COLUMNS));
  }

  private static Scenario sharedParts() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", COLUMNS);
    ValueId weights = sketch.constant(Tensor.of(new float[] {1, -2, 3, -4}, COLUMNS));
    ValueId shared = sketch.unary(OpKind.TANH, sketch.binary(OpKind.MUL, x, weights));
    ValueId left = sketch.binary(OpKind.ADD, shared, x);
    ValueId right = sketch.binary(OpKind.SUB, shared, left);
    sketch.output("left", left).output("right", right).output("shared", shared);
    sketch.output("input", x).output("constant", weights);
    return Scenario.of("shared parts", sketch.named("shared"), floats());
  }

  private static Scenario views() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", COLUMNS);
    ValueId exp = sketch.unary(OpKind.EXP, x);
    ViewOp.Narrow middle = new ViewOp.Narrow(1, DynScalar.of(1), DynScalar.of(2));
    ValueId turned = sketch.apply(new ViewOp.Transpose(List.of(1, 0)), exp);
    sketch.output("turned", turned).output("narrowed", sketch.apply(middle, exp));
    sketch.output("input", sketch.apply(middle, x));
    ValueId flat = sketch.apply(new ViewOp.Reshape(false), turned, sketch.integers(-1));
    ValueId copies = sketch.apply(new ViewOp.Unsqueeze(), turned, sketch.integers(0));
    ValueId stretched = sketch.apply(new ViewOp.Expand(), copies, sketch.integers(2, COLUMNS, 1));
    sketch.output("flat", flat).output("stretched", stretched);
    sketch.output("sum", sketch.binary(OpKind.ADD, stretched, copies));
    return Scenario.of("views", sketch.named("views"), floats());
  }

  private static Scenario strings() {
    Sketch sketch = new Sketch();
    Extent rows = Extent.symbolic(Sketch.ROWS);
    ValueId words = sketch.input("words", DType.STRING, rows, Extent.fixed(2));
    ValueId x = sketch.rows("x", 2);
    ValueId spelled = sketch.apply(new Cast(DType.STRING), x);
    ValueId word = sketch.constant(Tensor.of(new String[] {"a"}, 1));
    ValueId same = sketch.binary(OpKind.EQUAL, words, word);
    ValueId mixed = sketch.apply(new Where(), same, spelled, words);
    ValueId joined = sketch.apply(new Concat(1), words, mixed, words);
    sketch.output("joined", joined).output("same", same).output("input", words);
    sketch.output("turned", sketch.apply(new ViewOp.Transpose(List.of(1, 0)), mixed));
    ValueId backwards = sketch.apply(new Gather(1), mixed, sketch.integers(1, 0));
    ValueId twice = sketch.apply(new Gather(1), mixed, sketch.integers(1, 1));
    sketch.output("branch", sketch.branch("text", mixed, backwards, twice));
    return Scenario.of(
            "strings",
            sketch.named("strings"),
            pass -> {
              RandomTensors random = new RandomTensors(pass);
              int count = Scenario.rows(pass);
              return Map.of(
                  "words", random.packed(DType.STRING, count, 2),
                  "x", random.packed(DType.F32, count, 2));
            })
        .picking(Map.of("text", 1));
  }

  /** What optimizers fuse. */
  private static Scenario model() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", COLUMNS);
    RandomTensors random = new RandomTensors(7);
    ValueId hidden =
        sketch.apply(new MatMul(), x, sketch.constant(random.packed(DType.F32, COLUMNS, 8)));
    ValueId biased =
        sketch.binary(OpKind.ADD, hidden, sketch.constant(random.packed(DType.F32, 8)));
    ValueId active = sketch.unary(OpKind.RELU, biased);
    ValueId wide = sketch.unary(OpKind.SIGMOID, sketch.binary(OpKind.MUL, biased, active));
    ValueId scores = sketch.apply(new Softmax(-1, false), sketch.unary(OpKind.NEG, wide));
    ValueId product =
        sketch.apply(new MatMul(), scores, sketch.constant(random.packed(DType.F32, 8, 3)));
    sketch.output("product", product).output("scores", scores).output("active", active);
    return Scenario.of("model", sketch.named("model"), floats());
  }

  /** Two in a row, the second with another one in an arm. */
  private static Scenario branches() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", COLUMNS);
    ValueId first = twoArms(sketch, "first", sketch.unary(OpKind.TANH, x));
    ValueId doubled = sketch.binary(OpKind.ADD, first, first);
    ValueId deeper = sketch.unary(OpKind.NEG, sketch.unary(OpKind.SIGMOID, doubled));
    ValueId inner =
        sketch.branch(
            "inner",
            deeper,
            sketch.unary(OpKind.EXP, deeper),
            sketch.unary(OpKind.ABS, deeper),
            deeper);
    ValueId outer =
        sketch.branch(
            "outer", doubled, sketch.unary(OpKind.RELU, doubled), sketch.unary(OpKind.SIGN, inner));
    sketch.output("sum", sketch.binary(OpKind.ADD, outer, x)).output("first", first);
    sketch.output("turned", sketch.apply(new ViewOp.Transpose(List.of(1, 0)), outer));
    sketch.output("last", twoArms(sketch, "last", outer));
    return Scenario.of("branches", sketch.named("branches"), floats())
        .picking(Map.of("first", 1, "outer", 1, "inner", 2, "last", 1));
  }

  static ValueId twoArms(Sketch sketch, String name, ValueId from) {
    return sketch.branch(
        name,
        from,
        sketch.unary(OpKind.EXP, sketch.unary(OpKind.NEG, from)),
        sketch.binary(OpKind.MUL, sketch.unary(OpKind.ABS, from), from));
  }

  private static Scenario twoDevices() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", COLUMNS);
    ValueId there = onSecond(sketch, sketch.unary(OpKind.TANH, x));
    ValueId here = sketch.unary(OpKind.SIGMOID, there);
    ValueId both = onSecond(sketch, sketch.binary(OpKind.MUL, there, here));
    ValueId local = sketch.unary(OpKind.EXP, both);
    ValueId remote = onSecond(sketch, sketch.unary(OpKind.SQRT, sketch.unary(OpKind.ABS, both)));
    ValueId merged = sketch.branch("place", both, local, remote);
    Reduce sum = new Reduce(OpKind.REDUCE_SUM, false, false);
    ValueId total = onSecond(sketch, sketch.apply(sum, merged, sketch.integers(1)));
    sketch.output("total", total).output("there", there).output("merged", merged);
    sketch.output("turned", sketch.apply(new ViewOp.Transpose(List.of(1, 0)), both));
    return Scenario.of("two devices", sketch.named("two"), floats()).picking(Map.of("place", 1));
  }

  private static ValueId onSecond(Sketch sketch, ValueId value) {
    sketch.graph.place(value.node(), SecondDevice.ID);
    return value;
  }
}
