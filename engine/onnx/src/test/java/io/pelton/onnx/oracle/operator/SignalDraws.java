package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import io.pelton.onnx.oracle.Draw;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Operators on signals. */
final class SignalDraws {
  private static final Set<DType> LENGTHS = EnumSet.of(DType.I32, DType.I64);

  private SignalDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("DFT", FLOATS, SignalDraws::dft);
    draws.add("STFT", FLOATS, SignalDraws::stft);
    draws.add("MelWeightMatrix", LENGTHS, SignalDraws::melWeightMatrix);
    for (String window : List.of("HannWindow", "HammingWindow", "BlackmanWindow")) {
      draws.add(window, LENGTHS, SignalDraws::window);
    }
  }

  private static Tensor scalar(DType dtype, long value) {
    return Values.longs(dtype, () -> value);
  }

  private static DType lengths(Draw draw) {
    return draw.one(DType.I64, DType.I32);
  }

  private static void dft(NodeCase node) {
    Draw draw = node.draw();
    boolean isInverse = draw.chance(0.5);
    boolean isOneSided = draw.chance(0.4);
    int rank = draw.between(3, 4);
    long[] dims = node.values().lengths(rank);
    for (int i = 0; i < rank - 1; i++) {
      dims[i] = draw.between(1, 9);
    }
    dims[rank - 1] = isOneSided ? isInverse ? 2 : 1 : draw.between(1, 2);
    int usual = node.since(20) ? rank - 2 : 1;
    int axis = draw.chance(0.5) ? usual : draw.below(rank - 1);
    if (isOneSided && isInverse) {
      dims[axis] = draw.between(2, 6);
    }
    node.input(node.values().plain(node.dtype(), dims));
    boolean isNamed = axis != usual || draw.chance(0.3);
    long named = draw.chance(0.4) ? axis - rank : axis;
    if (draw.chance(0.5)) {
      node.operand(scalar(lengths(draw), draw.between(1, 12)));
    } else if (node.since(20) && isNamed) {
      node.absent();
    }
    if (isNamed && node.since(20)) {
      node.operand(scalar(DType.I64, named));
    } else if (isNamed) {
      node.attribute(integer("axis", named));
    }
    if (isOneSided && isInverse) {
      node.beyondPeer("it gives pairs for \"a full real signal\"");
    }
    addFlag(node, "inverse", isInverse, false);
    addFlag(node, "onesided", isOneSided, false);
    // the peer's angles are float32
    node.tolerance(node.tolerance().or(Tolerance.of(DType.F32))).sums();
  }

  private static void addFlag(NodeCase node, String name, boolean value, boolean usual) {
    if (value != usual || node.draw().chance(0.4)) {
      node.attribute(integer(name, value ? 1 : 0));
    }
  }

  private static void stft(NodeCase node) {
    Draw draw = node.draw();
    int length = draw.between(1, 8);
    boolean isOneSided = draw.chance(0.6);
    long parts = isOneSided ? 1 : draw.between(1, 2);
    long samples = (long) length + draw.below(12);
    node.input(node.values().plain(node.dtype(), draw.between(1, 3), samples, parts));
    DType lengths = lengths(draw);
    node.operand(scalar(lengths, draw.between(1, 4)));
    boolean hasWindow = draw.chance(0.6);
    if (hasWindow) {
      node.operand(node.values().plain(node.dtype(), length));
    } else {
      node.absent();
    }
    if (!hasWindow || draw.chance(0.5)) {
      node.operand(scalar(lengths, length));
    }
    if (parts == 2) {
      node.beyondPeer("of complex signals it reads memory that is not the signal's");
    }
    addFlag(node, "onesided", isOneSided, true);
    node.sums();
  }

  private static void melWeightMatrix(NodeCase node) {
    Draw draw = node.draw();
    long rate = draw.one(8000L, 16000L, 22050L);
    node.operand(scalar(node.dtype(), draw.between(1, 10)));
    node.operand(scalar(node.dtype(), draw.between(4, 64)));
    node.operand(scalar(node.dtype(), rate));
    DType edges = draw.chance(0.6) ? DType.F32 : draw.one(List.copyOf(FLOATS));
    double lowest = draw.one(0, 20, 125);
    double highest = draw.one(3500, 3800, 4000);
    node.operand(Values.floats(edges, () -> lowest));
    node.operand(Values.floats(edges, () -> highest));
    addOutputType(node);
  }

  private static void addOutputType(NodeCase node) {
    Draw draw = node.draw();
    if (draw.chance(0.7)) {
      DType dtype = draw.one(List.copyOf(draw.chance(0.6) ? FLOATS : NUMBERS));
      node.attribute(integer("output_datatype", TensorProtos.code(dtype)));
      node.tolerance(node.tolerance().or(Tolerance.of(dtype)));
    }
  }

  private static void window(NodeCase node) {
    node.operand(scalar(node.dtype(), node.draw().between(1, 20)));
    addOutputType(node);
    if (node.draw().chance(0.7)) {
      node.attribute(integer("periodic", node.draw().below(2)));
    }
  }
}
