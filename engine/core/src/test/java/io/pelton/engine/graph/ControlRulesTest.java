package io.pelton.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.pelton.engine.error.InvalidOp;
import io.pelton.engine.graph.ControlOp.If;
import io.pelton.engine.graph.ControlOp.Loop;
import io.pelton.engine.graph.ControlOp.Scan;
import io.pelton.engine.graph.ControlOp.ScanAxis;
import io.pelton.engine.graph.ElementwiseOp.Unary;
import io.pelton.engine.graph.ValueType.TensorType;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.SymbolId;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What nodes that own graphs ask of these, and what types leave them. */
class ControlRulesTest {
  private static final TensorType FLAG = ValueType.tensor(DType.BOOL, Shape.scalar());
  private static final TensorType COUNT = ValueType.tensor(DType.I64, Shape.scalar());
  private static final Extent N = Extent.symbolic(new SymbolId("N"));

  private final Graph graph = new Graph();

  private static TensorType floats(long... dims) {
    return ValueType.tensor(DType.F32, Shape.fixed(dims));
  }

  private static TensorType floats(Extent... extents) {
    return ValueType.tensor(DType.F32, Shape.of(extents));
  }

  private ValueId input(ValueType type) {
    return graph.input("x" + graph.size(), type);
  }

  /** A body whose outputs are its inputs at these positions. */
  private static NamedGraph body(List<TensorType> inputs, int... outputs) {
    Graph body = new Graph();
    Map<String, ValueId> in = new LinkedHashMap<>();
    for (TensorType type : inputs) {
      String name = "in" + in.size();
      in.put(name, body.input(name, type));
    }
    Map<String, ValueId> out = new LinkedHashMap<>();
    for (int output : outputs) {
      out.put("out" + out.size(), in.get("in" + output));
    }
    return new NamedGraph("body", body, in, out);
  }

  private static NamedGraph branch(TensorType type) {
    return body(List.of(type), 0);
  }

  private TensorType conditional(TensorType then, TensorType otherwise) {
    NodeId node =
        graph.add(
            "if",
            new If(branch(then), branch(otherwise)),
            List.of(input(FLAG), input(then), input(otherwise)));
    return (TensorType) graph.types(node).get(0);
  }

  private void refused(String op, String reason, Op record, ValueId... operands) {
    assertThatThrownBy(() -> graph.add("bad", record, List.of(operands)))
        .isInstanceOfSatisfying(
            InvalidOp.class,
            e -> {
              assertThat(e.node()).isEqualTo("bad");
              assertThat(e.op()).isEqualTo(op);
              assertThat(e.reason()).contains(reason);
            });
  }

  @Test
  void branchesKeepWhatTheyAgreeOn() {
    assertThat(conditional(floats(2, 3), floats(2, 3))).isEqualTo(floats(2, 3));
    Shape lengths = conditional(floats(2, 3), floats(2, 5)).shape();
    assertThat(lengths.extent(0)).isEqualTo(Extent.fixed(2));
    assertThat(lengths.extent(1).isFixed()).isFalse();
    assertThat(lengths.extent(1).max()).isEqualTo(5);
    assertThat(conditional(floats(2), floats(2, 3)).shape()).isEqualTo(Shape.UNRANKED);
  }

  @Test
  void symbolsOfBodiesMeanNothingOutside() {
    Shape one = conditional(floats(N), floats(N)).shape();
    Shape other = conditional(floats(N), floats(N)).shape();
    assertThat(List.of(one.extent(0), other.extent(0), N)).doesNotHaveDuplicates();
  }

  @Test
  void typesDoNotDependOnTheOperandsRanks() {
    ValueId unranked = input(ValueType.tensor(DType.F32, Shape.UNRANKED));
    If op = new If(branch(floats(2)), branch(floats(2)));
    NodeId node = graph.add("if", op, List.of(input(FLAG), unranked, unranked));
    assertThat(graph.types(node)).containsExactly(floats(2));
  }

  @Test
  void conditionalsCheckTheirOperandsAndBodies() {
    ValueId flag = input(FLAG);
    ValueId x = input(floats(2));
    If op = new If(branch(floats(2)), branch(floats(2)));
    refused("If", "should have 3 operands but has 2", op, flag, x);
    refused("If", "the condition should be one BOOL but is F32[2]", op, x, x, x);
    refused(
        "If", "operand 2 feeds F32[3] to input 'in0' of the body", op, flag, x, input(floats(3)));
    TensorType longs = ValueType.tensor(DType.I64, Shape.fixed(2));
    If mixed = new If(branch(floats(2)), branch(longs));
    refused("If", "output 0 is F32[2] from one body and I64[2]", mixed, flag, x, input(longs));
    If uneven = new If(branch(floats(2)), body(List.of(floats(2)), 0, 0));
    refused("If", "as many outputs but have 1 and 2", uneven, flag, x, x);
  }

  @Test
  void bodiesKeepNoSessionState() {
    NamedGraph body = branch(floats(2));
    body.graph().markSession(body.inputs().get("in0"));
    refused(
        "If",
        "can't be session state",
        new If(body, branch(floats(2))),
        input(FLAG),
        input(floats(2)),
        input(floats(2)));
  }

  @Test
  void bodiesDeclareNoParameters() {
    NamedGraph body = branch(floats(2));
    body.graph().markParameter(body.inputs().get("in0"));
    refused(
        "If",
        "can't be a parameter",
        new If(body, branch(floats(2))),
        input(FLAG),
        input(floats(2)),
        input(floats(2)));
  }

  /** Carries a value and stacks it, with one captured value beside it. */
  private static Loop loop(TensorType carried) {
    return new Loop(body(List.of(COUNT, FLAG, carried, floats(7)), 1, 2, 2), 1);
  }

  @Test
  void loopsCarryAndStack() {
    ValueId count = graph.constant("count", Tensor.of(new long[] {4}));
    NodeId node =
        graph.add(
            "loop",
            loop(floats(2, 3)),
            List.of(count, ValueId.ABSENT, input(floats(2, 3)), input(floats(7))));
    assertThat(graph.types(node).get(0)).isEqualTo(floats(2, 3));
    Shape stacked = ((TensorType) graph.types(node).get(1)).shape();
    assertThat(stacked.rank()).isEqualTo(3);
    assertThat(stacked.extent(0).isFixed()).isFalse();
    assertThat(stacked.extent(0).max()).isEqualTo(4);
    assertThat(stacked.extent(2)).isEqualTo(Extent.fixed(3));
  }

  @Test
  void lengthsOfCarriedValuesMayChangeWhereTheBodyDoesNotFixThem() {
    NodeId node =
        graph.add(
            "loop",
            loop(floats(N, Extent.fixed(3))),
            List.of(input(COUNT), input(FLAG), input(floats(2, 3)), input(floats(7))));
    Shape carried = ((TensorType) graph.types(node).get(0)).shape();
    assertThat(carried.extent(0).isFixed()).isFalse();
    assertThat(carried.extent(1)).isEqualTo(Extent.fixed(3));
    Shape stacked = ((TensorType) graph.types(node).get(1)).shape();
    assertThat(stacked.extent(0).max()).isEqualTo(Extent.UNBOUNDED);
  }

  @Test
  void loopsCheckTheirOperandsAndBodies() {
    ValueId count = input(COUNT);
    ValueId flag = input(FLAG);
    ValueId x = input(floats(2));
    ValueId y = input(floats(7));
    Loop op = loop(floats(2));
    refused("Loop", "should have 4 operands but has 3", op, count, flag, x);
    refused("Loop", "the number of iterations should be one I64", op, x, flag, x, y);
    refused("Loop", "the condition should be one BOOL", op, count, count, x, y);
    refused("Loop", "operand 3 feeds F32[2] to input 'in3'", op, count, flag, x, x);
    refused("Loop", "can't carry -1", new Loop(op.body(), -1), count, flag, x, y);
    refused("Loop", "at least 7 inputs but has 4", new Loop(op.body(), 5), count, flag, x, y);
    NamedGraph swapped = body(List.of(FLAG, FLAG), 0);
    refused("Loop", "body input 0 should be one I64", new Loop(swapped, 0), count, flag);
    NamedGraph uncounted = body(List.of(COUNT, FLAG), 0);
    refused("Loop", "body output 0 should be one BOOL", new Loop(uncounted, 0), count, flag);
    NamedGraph changing = body(List.of(COUNT, FLAG, floats(2), floats(7)), 1, 3);
    refused(
        "Loop",
        "carried value 0 enters the body as F32[2] but leaves it as F32[7]",
        new Loop(changing, 1),
        count,
        flag,
        x,
        y);
  }

  /** One state, one scanned input whose slices are the elements of the output. */
  private static Scan scan(ScanAxis input, ScanAxis output) {
    return new Scan(body(List.of(floats(5), floats(2, 3)), 0, 1), List.of(input), List.of(output));
  }

  @Test
  void scansMoveTheScannedAxis() {
    Scan op = scan(new ScanAxis(-1, false), new ScanAxis(1, true));
    NodeId node = graph.add("scan", op, List.of(input(floats(5)), input(floats(2, 3, 4))));
    assertThat(graph.types(node)).containsExactly(floats(5), floats(2, 4, 3));
    ValueId symbolic = input(floats(Extent.fixed(2), Extent.fixed(3), N));
    NodeId other = graph.add("scan", op, List.of(input(floats(5)), symbolic));
    assertThat(((TensorType) graph.types(other).get(1)).shape().extent(1)).isEqualTo(N);
  }

  @Test
  void scansCheckTheirOperandsAndBodies() {
    ValueId state = input(floats(5));
    ValueId x = input(floats(4, 2, 3));
    ScanAxis first = new ScanAxis(0, false);
    NamedGraph body = scan(first, first).body();
    refused("Scan", "should have 2 operands but has 1", scan(first, first), state);
    refused("Scan", "needs an input to scan", new Scan(body, List.of(), List.of(first)), state, x);
    refused(
        "Scan",
        "an output for each of 3 scan outputs but has 2",
        new Scan(body, List.of(first), List.of(first, first, first)),
        state,
        x);
    refused("Scan", "axis 3 is outside", scan(new ScanAxis(3, false), first), state, x);
    refused("Scan", "axis 3 is outside", scan(first, new ScanAxis(3, false)), state, x);
    refused("Scan", "operand 1 feeds F32[4,2]", scan(new ScanAxis(2, false), first), state, x);
    refused("Scan", "state 0 enters the body as F32[5]", swapped(first), state, x);
    Scan two =
        new Scan(
            body(List.of(floats(2, 3), floats(2, 3)), 0), List.of(first, first), List.of(first));
    refused("Scan", "one length but have 4 and 3", two, x, input(floats(3, 2, 3)));
  }

  private static Scan swapped(ScanAxis axis) {
    return new Scan(body(List.of(floats(5), floats(2, 3)), 1, 0), List.of(axis), List.of(axis));
  }

  @Test
  void bodiesAreMappedWithoutTouchingTheGraph() {
    ValueId flag = input(FLAG);
    ValueId x = input(floats(2));
    NodeId node =
        graph.add("if", new If(branch(floats(2)), branch(floats(2))), List.of(flag, x, x));
    graph.place(node, DeviceId.parse("cpu:1"));
    ValueId output = graph.apply("y", new Unary(OpKind.RELU), new ValueId(node, 0));
    NamedGraph named = new NamedGraph("g", graph, Map.of("x", x), Map.of("y", output));
    List<NamedGraph> seen = new ArrayList<>();
    NamedGraph replacement = branch(floats(2));
    NamedGraph mapped =
        named.mapBodies(
            body -> {
              seen.add(body);
              return replacement;
            });
    If old = (If) graph.op(node);
    assertThat(seen).containsExactly(old.then(), old.otherwise());
    NodeId moved = mapped.graph().operands(mapped.outputs().get("y").node()).get(0).node();
    assertThat(mapped.graph().op(moved)).isEqualTo(new If(replacement, replacement));
    assertThat(mapped.graph().types(moved)).isEqualTo(graph.types(node));
    assertThat(mapped.graph().placement(moved)).contains(DeviceId.parse("cpu:1"));
  }
}
