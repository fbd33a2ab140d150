package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.integers;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Operators that combine elements along axes. */
final class ReductionDraws {
  private static final Set<DType> WIDE =
      union(FLOATS, EnumSet.of(DType.I32, DType.I64, DType.U32, DType.U64));

  private ReductionDraws() {}

  static void addTo(OperatorDraws draws) {
    for (String op :
        List.of(
            "ReduceL1",
            "ReduceL2",
            "ReduceLogSum",
            "ReduceLogSumExp",
            "ReduceMean",
            "ReduceProd",
            "ReduceSum",
            "ReduceSumSquare")) {
      draws.add(op, WIDE, node -> reduce(node, false));
    }
    Set<DType> ordered = union(WIDE, EnumSet.of(DType.I8, DType.U8, DType.BOOL));
    draws.add("ReduceMax", ordered, node -> reduce(node, true));
    draws.add("ReduceMin", ordered, node -> reduce(node, true));
    draws.add("ArgMax", NUMBERS, ReductionDraws::argument);
    draws.add("ArgMin", NUMBERS, ReductionDraws::argument);
    draws.add("CumSum", WIDE, ReductionDraws::cumulate);
    draws.addWithoutPeer(
        "CumProd", WIDE, "It does not know this version.", ReductionDraws::cumulate);
    draws.add("Softmax", FLOATS, node -> alongAxis(node, true));
    draws.add("LogSoftmax", FLOATS, node -> alongAxis(node, true));
    draws.add("Hardmax", FLOATS, node -> alongAxis(node, false));
  }

  private static void reduce(NodeCase node, boolean isChoice) {
    Values values = node.values();
    boolean isMean = node.op().equals("ReduceMean") && node.dtype().isInteger();
    int rank = node.draw().between(0, 4);
    // nothing is the mean of no integers
    long[] dims = isMean ? values.lengths(rank) : values.shape(rank, rank);
    Tensor x = isChoice ? choices(node, dims) : values.plain(node.dtype(), dims);
    if (Values.any(x, Double::isNaN)) {
      node.beyondPeer("It passes over NaN, or does not: that depends on the axes.");
    }
    if (Values.count(dims) == 0) {
      node.beyondPeer("It does not reduce lengths of what is empty.");
    }
    if (node.op().equals("ReduceLogSumExp") && node.dtype().isInteger()) {
      node.beyondPeer("It computes with integers on the way, too.");
    }
    boolean hasLogarithm = node.op().equals("ReduceLogSum") && node.dtype().isInteger();
    node.input(hasLogarithm ? values.between(node.dtype(), 1, 9, dims) : x).sums();
    if (node.draw().chance(0.6)) {
      node.attribute(integer("keepdims", node.draw().below(2)));
    }
    boolean isOperand = node.since(node.op().equals("ReduceSum") ? 13 : 18);
    boolean isNoop = isOperand && node.draw().chance(0.3);
    if (isNoop) {
      node.attribute(integer("noop_with_empty_axes", 1));
    }
    if (dims.length == 0 || node.draw().chance(0.25)) {
      if (isOperand && node.draw().chance(0.3)) {
        node.constant(Tensor.of(new long[0], 0));
      }
      return;
    }
    long[] axes = values.axes(dims.length, node.draw().between(1, dims.length));
    if (isOperand) {
      node.operand(Tensor.of(axes, axes.length));
    } else {
      node.attribute(integers("axes", axes));
    }
  }

  /** Odd ones; the peer takes the largest unsigned ones for negative. */
  private static Tensor choices(NodeCase node, long... dims) {
    boolean isWide = node.dtype() == DType.U32 || node.dtype() == DType.U64;
    return isWide ? node.values().plain(node.dtype(), dims) : node.values().odd(node.dtype(), dims);
  }

  /** A shape with something along the axis. */
  private static long[] along(NodeCase node, int axis, long... dims) {
    int place = axis < 0 ? axis + dims.length : axis;
    dims[place] = dims[place] == 0 ? node.draw().between(1, 3) : dims[place];
    return dims;
  }

  private static void argument(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(1, 4);
    boolean hasAxis = node.draw().chance(0.7);
    int axis = hasAxis ? values.axis(dims.length) : 0;
    Tensor x = choices(node, along(node, axis, dims));
    if (Values.any(x, Double::isNaN)) {
      node.beyondPeer("It finds NaN, or passes over it: that depends on the axis. Field case B1.");
    }
    if (Values.count(dims) == 0) {
      node.beyondPeer("It keeps the axis of what is empty.");
    }
    node.input(x);
    if (hasAxis) {
      node.attribute(integer("axis", axis));
    }
    if (node.draw().chance(0.6)) {
      node.attribute(integer("keepdims", node.draw().below(2)));
    }
    if (node.since(12) && node.draw().chance(0.5)) {
      node.attribute(integer("select_last_index", node.draw().below(2)));
    }
  }

  private static void cumulate(NodeCase node) {
    Values values = node.values();
    long[] dims = values.shape(1, 4);
    node.input(values.plain(node.dtype(), dims)).sums();
    long[] place = node.draw().chance(0.5) ? new long[0] : new long[] {1};
    long axis = values.axis(dims.length);
    node.operand(Values.longs(node.draw().one(DType.I32, DType.I64), () -> axis, place));
    for (String attribute : List.of("exclusive", "reverse")) {
      if (node.draw().chance(0.6)) {
        node.attribute(integer(attribute, node.draw().below(2)));
      }
    }
  }

  private static void alongAxis(NodeCase node, boolean isOdd) {
    Values values = node.values();
    long[] dims = values.shape(1, 4);
    boolean hasDefault = node.since(13) || dims.length > 1;
    if (!hasDefault || node.draw().chance(0.7)) {
      node.attribute(integer("axis", values.axis(dims.length)));
    }
    boolean hasOdd = isOdd && node.draw().chance(0.4);
    Tensor x = hasOdd ? values.odd(node.dtype(), dims) : values.plain(node.dtype(), dims);
    if (node.op().equals("LogSoftmax") && Values.any(x, number -> !Double.isFinite(number))) {
      node.beyondPeer("It has finite logarithms beside those of NaN, in some versions.");
    }
    node.input(x);
  }
}
