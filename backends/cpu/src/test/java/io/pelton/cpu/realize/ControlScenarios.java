package io.pelton.cpu.realize;

import io.pelton.cpu.second.SecondDevice;
import io.pelton.engine.graph.ControlOp;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ElementwiseOp.Identity;
import io.pelton.engine.graph.NamedGraph;
import io.pelton.engine.graph.NodeId;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.Reduce;
import io.pelton.engine.graph.ShapeOp.Concat;
import io.pelton.engine.graph.ShapeOp.NonZeroIndices;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ValueType;
import io.pelton.engine.graph.ViewOp;
import io.pelton.engine.graph.ViewOp.Narrow;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Nodes that own bodies. */
final class ControlScenarios {
  private ControlScenarios() {}

  static Stream<Scenario> all() {
    return Stream.of(conditional(), loop(), scan(), nested(), everything());
  }

  private static ValueId positive(Sketch sketch, ValueId x) {
    Reduce sum = new Reduce(OpKind.REDUCE_SUM, false, false);
    ValueId total = sketch.apply(sum, x, sketch.integers(0, 1));
    return sketch.binary(OpKind.GREATER, total, sketch.constant(Tensor.scalar(DType.F32, 0)));
  }

  /** From F32 [rows, 4] to [1, 4]. */
  private static NamedGraph body(OpKind kind) {
    Sketch body = new Sketch();
    ValueId x = body.rows("in", Scenarios.COLUMNS);
    return body.output("out", body.unary(kind, mean(body, x))).named("body");
  }

  private static ValueId mean(Sketch sketch, ValueId x) {
    Reduce mean = new Reduce(OpKind.REDUCE_MEAN, true, false);
    return sketch.apply(mean, sketch.unary(OpKind.TANH, x), sketch.integers(0));
  }

  private static Map<String, Tensor> signed(int pass) {
    float[] data = new float[Scenario.rows(pass) * Scenarios.COLUMNS];
    for (int i = 0; i < data.length; i++) {
      data[i] = (pass == 2 ? 1 : -1) * (i % 5 - 0.25f * pass);
    }
    return Map.of("x", Tensor.of(data, Scenario.rows(pass), Scenarios.COLUMNS));
  }

  private static Scenario conditional() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId exp = sketch.unary(OpKind.EXP, x);
    ControlOp.If op = new ControlOp.If(body(OpKind.NEG), body(OpKind.ABS));
    ValueId chosen = sketch.apply(op, positive(sketch, x), exp, x);
    ValueId merged =
        sketch.branch(
            "way",
            chosen,
            sketch.apply(
                new ControlOp.If(body(OpKind.EXP), body(OpKind.RELU)),
                positive(sketch, chosen),
                chosen,
                chosen),
            sketch.unary(OpKind.SIGN, chosen));
    sketch.output("chosen", chosen).output("exp", exp).output("merged", merged);
    return Scenario.of("if", sketch.named("if"), ControlScenarios::signed)
        .picking(Map.of("way", 1));
  }

  /** Carries a value, captures another one and stacks a third. */
  private static NamedGraph loopBody(Extent rows) {
    Sketch body = new Sketch();
    ValueId iteration = body.input("i", ValueType.tensor(DType.I64, Shape.scalar()));
    ValueId go = body.input("go", ValueType.tensor(DType.BOOL, Shape.scalar()));
    Extent columns = Extent.fixed(Scenarios.COLUMNS);
    ValueId carried = body.input("carried", DType.F32, rows, columns);
    ValueId captured = body.input("captured", DType.F32, rows, columns);
    ValueId sum = body.binary(OpKind.ADD, body.unary(OpKind.TANH, carried), captured);
    body.output("go", go).output("carried", sum).output("i", iteration).output("sum", sum);
    return body.named("loop body");
  }

  private static NodeId addLoop(
      Sketch sketch, Extent rows, ValueId count, ValueId carried, ValueId captured) {
    ControlOp.Loop loop = new ControlOp.Loop(loopBody(rows), 1);
    return sketch.graph.add(
        "loop" + sketch.graph.size(), loop, List.of(count, ValueId.ABSENT, carried, captured));
  }

  private static Scenario loop() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId count = sketch.input("count", ValueType.tensor(DType.I64, Shape.scalar()));
    ValueId exp = sketch.unary(OpKind.EXP, x);
    NodeId loop = addLoop(sketch, Extent.symbolic(Sketch.ROWS), count, exp, x);
    ValueId last = new ValueId(loop, 0);
    sketch.output("last", last).output("counted", new ValueId(loop, 1));
    sketch.output("stacked", new ValueId(loop, 2));
    sketch.output("after", sketch.binary(OpKind.MUL, sketch.unary(OpKind.NEG, last), exp));
    return Scenario.of(
        "loop",
        sketch.named("loop"),
        pass ->
            Map.of(
                "x", signed(pass).get("x"),
                "count", Tensor.of(new long[] {pass == 1 ? 0 : 2 + pass})));
  }

  private static Scenario scan() {
    Sketch body = new Sketch();
    ValueId state = body.input("state", DType.F32, Extent.fixed(Scenarios.COLUMNS));
    ValueId element = body.input("element", DType.F32, Extent.fixed(Scenarios.COLUMNS));
    ValueId sum = body.binary(OpKind.ADD, state, element);
    body.output("state", sum).output("square", body.binary(OpKind.MUL, sum, element));
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId zero = sketch.constant(Tensor.of(new float[Scenarios.COLUMNS], Scenarios.COLUMNS));
    ControlOp.Scan op =
        new ControlOp.Scan(
            body.named("scan body"),
            List.of(new ScanAxis(0, false)),
            List.of(new ScanAxis(1, true)));
    NodeId scan = sketch.graph.add("scan", op, List.of(zero, sketch.unary(OpKind.TANH, x)));
    ValueId squares = new ValueId(scan, 1);
    sketch.output("total", new ValueId(scan, 0)).output("squares", squares);
    sketch.output("roots", sketch.unary(OpKind.SQRT, sketch.unary(OpKind.ABS, squares)));
    return Scenario.of("scan", sketch.named("scan"), ControlScenarios::signed);
  }

  /** A list of integers, whatever comes in. */
  private static NamedGraph lengths(long... values) {
    Sketch body = new Sketch();
    ValueId lengths = body.integers(values);
    return body.output("lengths", body.apply(new Identity(), lengths)).named("lengths");
  }

  /** Grows by what it captures, where that is positive, and by its negative elsewhere. */
  private static NamedGraph growing() {
    Sketch body = new Sketch();
    ValueId iteration = body.input("i", ValueType.tensor(DType.I64, Shape.scalar()));
    ValueId go = body.input("go", ValueType.tensor(DType.BOOL, Shape.scalar()));
    Extent any = Extent.symbolic(new SymbolId("any"));
    ValueId carried = body.input("carried", DType.F32, any, Extent.fixed(Scenarios.COLUMNS));
    ValueId captured = body.rows("captured", Scenarios.COLUMNS);
    ControlOp.If chosen = new ControlOp.If(body(OpKind.EXP), body(OpKind.NEG));
    ValueId next = body.apply(chosen, positive(body, carried), carried, captured);
    SymbolId count = body.graph.freshSymbol();
    ValueId indices =
        new ValueId(body.graph.add("indices", new NonZeroIndices(count), List.of(next)), 0);
    ValueId found = body.apply(new Narrow(1, DynScalar.of(Extent.symbolic(count))), indices);
    ValueId total =
        body.apply(new Reduce(OpKind.REDUCE_SUM, false, false), found, body.integers(0, 1));
    body.output("go", go).output("carried", body.apply(new Concat(0), carried, next));
    body.output("total", total).output("i", iteration);
    return body.named("growing");
  }

  /** Loops that grow and own conditionals and counts; a shape that a conditional chooses. */
  private static Scenario nested() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId exp = sketch.unary(OpKind.EXP, x);
    sketch.graph.place(exp.node(), SecondDevice.ID);
    ControlOp.If shapes =
        new ControlOp.If(lengths(Scenarios.COLUMNS, -1), lengths(-1, Scenarios.COLUMNS));
    ValueId shape = sketch.apply(shapes, positive(sketch, x));
    ValueId regrouped = sketch.apply(new ViewOp.Reshape(false), exp, shape);
    NodeId loop =
        sketch.graph.add(
            "growing",
            new ControlOp.Loop(growing(), 1),
            List.of(
                sketch.constant(Tensor.of(new long[] {2})), ValueId.ABSENT, exp, mean(sketch, x)));
    ValueId grown = new ValueId(loop, 0);
    sketch.output("regrouped", sketch.unary(OpKind.NEG, regrouped)).output("shape", shape);
    sketch.output("grown", grown).output("totals", new ValueId(loop, 1));
    sketch.output("branch", Scenarios.twoArms(sketch, "way", sketch.unary(OpKind.TANH, grown)));
    return Scenario.of("nested", sketch.named("nested"), ControlScenarios::signed)
        .picking(Map.of("way", 1));
  }

  /** A loop whose number of iterations is counted by the pass, in an arm, and what follows. */
  private static Scenario everything() {
    Sketch sketch = new Sketch();
    ValueId x = sketch.rows("x", Scenarios.COLUMNS);
    ValueId positive = sketch.unary(OpKind.RELU, x);
    SymbolId count = sketch.graph.freshSymbol();
    NodeId indices = sketch.graph.add("indices", new NonZeroIndices(count), List.of(positive));
    ValueId start = mean(sketch, positive);
    NodeId loop = addLoop(sketch, Extent.fixed(1), new ValueId(indices, 1), start, mean(sketch, x));
    ValueId merged =
        sketch.branch("way", start, sketch.unary(OpKind.EXP, start), new ValueId(loop, 0));
    ValueId doubled = sketch.apply(new Concat(0), merged, x);
    Narrow found = new Narrow(1, DynScalar.of(Extent.symbolic(count)));
    sketch.output("doubled", doubled).output("merged", merged);
    sketch.output("found", sketch.apply(found, new ValueId(indices, 0)));
    return Scenario.of("everything", sketch.named("everything"), ControlScenarios::signed)
        .picking(Map.of("way", 1));
  }
}
