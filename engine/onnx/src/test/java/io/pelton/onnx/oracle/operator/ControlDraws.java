package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;

import ai.onnx.proto.OnnxMl.AttributeProto;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Operators that run graphs. */
final class ControlDraws {
  /** Those that the peer adds in any version. */
  private static final Set<DType> ADDED = EnumSet.of(DType.F32, DType.F64, DType.I32, DType.I64);

  private ControlDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("If", ALL, ControlDraws::conditional);
    draws.add("Loop", ALL, ControlDraws::loop);
    draws.add("Scan", ALL, ControlDraws::scan);
  }

  private static Tensor flag(boolean isSet, long... dims) {
    return Values.longs(DType.BOOL, () -> isSet ? 1 : 0, dims);
  }

  private static void conditional(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 3);
    node.operand(flag(draw.chance(0.5), draw.chance(0.5) ? new long[0] : new long[] {1}));
    List<String> outer = new ArrayList<>();
    for (int left = draw.between(1, 2); left > 0; left--) {
      outer.add(node.captured(node.values().odd(node.dtype(), dims)));
    }
    int outputs = draw.between(1, 2);
    for (String name : List.of("then_branch", "else_branch")) {
      Body body = new Body(name);
      for (int i = 0; i < outputs; i++) {
        body.output(step(node, body, dims.length, outer));
      }
      node.attribute(body.attribute());
    }
    node.outputs(outputs);
  }

  /** What has the rank of the values, which have the same shape. */
  private static String step(NodeCase node, Body body, int rank, List<String> values) {
    Draw draw = node.draw();
    String value = draw.one(values);
    return switch (draw.below(4)) {
      case 0 ->
          body.node("Concat", List.of(draw.one(values), value), integer("axis", draw.below(rank)));
      case 1 -> body.node("Transpose", List.of(value));
      case 2 ->
          node.since(7) && ADDED.contains(node.dtype())
              ? body.node("Add", List.of(draw.one(values), value))
              : value;
      default -> value;
    };
  }

  /** One value grows or stays, another one is collected. */
  private static void loop(NodeCase node) {
    Draw draw = node.draw();
    Body body = new Body("body");
    String round = body.scalar(DType.I64);
    String goesOn = body.scalar(DType.BOOL);
    int most = draw.between(1, 4);
    boolean isCounted = draw.chance(0.8);
    boolean isStopped = !isCounted || draw.chance(0.3);
    if (isCounted) {
      node.operand(Tensor.of(new long[] {most}));
    } else {
      node.absent();
    }
    boolean isConditional = !isCounted || draw.chance(0.5);
    boolean begins = draw.chance(0.9);
    if (isConditional) {
      node.operand(flag(begins));
    } else {
      node.absent();
    }
    if (isStopped && !isConditional) {
      node.beyondPeer(
          "It stops where the body says so; but without a first condition \"this value is"
              + " ignored\".");
    }
    long[] dims = node.values().shape(1, 3);
    node.operand(node.values().odd(node.dtype(), dims));
    String state = body.input();
    List<String> values = new ArrayList<>(List.of(state));
    boolean grows = draw.chance(0.4);
    String other = node.captured(node.values().odd(node.dtype(), dims));
    String next =
        grows
            ? body.node("Concat", List.of(state, other), integer("axis", 0))
            : node.since(7) && ADDED.contains(node.dtype())
                ? body.node("Add", List.of(state, other))
                : state;
    values.add(next);
    body.output(isStopped ? body.constant(flag(false)) : goesOn);
    body.output(next);
    int collected = draw.below(3);
    for (int i = 0; i < collected; i++) {
      body.output(i == 0 ? round : grows ? other : draw.one(values));
    }
    if (node.dtype() == DType.STRING && collected > 1) {
      node.beyondPeer("It dies over texts that are collected.");
    }
    if (isConditional && !begins && collected > 1) {
      node.beyondPeer("It forgets the axes of values of which it collects none.");
    }
    node.attribute(body.attribute());
    node.outputs(1 + collected);
  }

  /** A state and slices of one or two values. */
  private static void scan(NodeCase node) {
    Draw draw = node.draw();
    Body body = new Body("body");
    long[] dims = node.values().lengths(draw.between(1, 3));
    boolean hasState = draw.chance(0.7);
    int scanned = draw.between(1, 2);
    int length = draw.between(1, 4);
    List<String> values = new ArrayList<>();
    if (hasState) {
      node.operand(node.values().odd(node.dtype(), dims));
      values.add(body.input());
    }
    long[] axes = new long[scanned];
    for (int i = 0; i < scanned; i++) {
      int axis = draw.below(dims.length + 1);
      long[] whole = new long[dims.length + 1];
      for (int at = 0; at < whole.length; at++) {
        whole[at] = at == axis ? length : dims[at - (at > axis ? 1 : 0)];
      }
      axes[i] = (long) axis - (node.since(11) && draw.chance(0.3) ? whole.length : 0);
      node.operand(node.values().odd(node.dtype(), whole));
      values.add(body.input());
    }
    if (hasState) {
      body.output(
          node.since(7) && ADDED.contains(node.dtype())
              ? body.node("Add", List.of(values.get(0), values.get(1)))
              : draw.one(values));
    }
    int outputs = draw.between(hasState ? 0 : 1, 2);
    for (int i = 0; i < outputs; i++) {
      body.output(step(node, body, dims.length, values));
    }
    node.attribute(body.attribute()).attribute(integer("num_scan_inputs", scanned));
    boolean isFirst = Arrays.stream(axes).allMatch(axis -> axis == 0);
    addAxes(node, "scan_input", isFirst, axes);
    long[] places = new long[outputs];
    for (int i = 0; i < outputs; i++) {
      places[i] = node.values().axis(dims.length + 1);
      places[i] += places[i] < 0 && !node.since(11) ? dims.length + 1 : 0;
    }
    addAxes(node, "scan_output", outputs == 0, places);
    node.outputs(outputs + (hasState ? 1 : 0));
  }

  private static void addAxes(NodeCase node, String which, boolean mayBeAbsent, long... axes) {
    if (!mayBeAbsent || (axes.length > 0 && node.draw().chance(0.3))) {
      node.attribute(integers(which + "_axes", axes));
    }
    if (axes.length > 0 && node.draw().chance(0.5)) {
      long[] directions = new long[axes.length];
      Arrays.setAll(directions, i -> node.draw().below(2));
      AttributeProto attribute = integers(which + "_directions", directions);
      node.attribute(attribute);
    }
  }
}
