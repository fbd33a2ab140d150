package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DType.Kind;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.TensorProtos;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** From one element type to another. */
final class CastDraws {
  private static final String[] WHOLE = {"0", "1", "7", "12", "100", "007"};
  private static final String[] SIGNED = {"-1", "-0", "-100", "42", "3"};
  private static final String[] FRACTIONS = {
    "0", "1.5", "-2.25", "1e-5", "3E4", "NaN", "INF", "-INF", "+INF", "inf", "nan", "-0.0", ".5"
  };

  private CastDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Cast", ALL, CastDraws::cast);
    draws.add("CastLike", ALL, CastDraws::castLike);
    draws.addWithoutPeer(
        "BitCast",
        union(NUMBERS, EnumSet.of(DType.BOOL)),
        "It does not know this version.",
        CastDraws::bitCast);
  }

  private static void cast(NodeCase node) {
    DType to = target(node);
    node.attribute(integer("to", TensorProtos.code(to)));
    if (node.since(19) && node.draw().chance(0.3)) {
      node.attribute(integer("saturate", node.draw().below(2)));
    }
    node.input(castable(node, to));
  }

  private static void castLike(NodeCase node) {
    DType to = target(node);
    node.input(castable(node, to));
    node.operand(node.values().plain(to, node.values().shape(0, 2)));
    if (node.since(19) && node.draw().chance(0.3)) {
      node.attribute(integer("saturate", node.draw().below(2)));
    }
  }

  private static DType target(NodeCase node) {
    return node.draw().one(ALL.stream().sorted().toList());
  }

  /** What has a value in the target: out of its range, nothing is defined for floats. */
  private static Tensor castable(NodeCase node, DType to) {
    Values values = node.values();
    DType from = node.dtype();
    long[] dims = values.shape(0, 4);
    if (from == DType.STRING && to != DType.STRING) {
      return Tensor.of(numerals(node, to, Values.count(dims)), dims);
    }
    boolean isCut = from.isFloat() && to.isInteger();
    if (!isCut) {
      return values.odd(from, dims);
    }
    int least = to.kind() == Kind.UNSIGNED ? 0 : -100;
    return Values.floats(
        from, () -> least + (100 - least) * node.draw().below(1001) / 1000.0, dims);
  }

  private static String[] numerals(NodeCase node, DType to, int count) {
    String[] texts = new String[count];
    Arrays.setAll(
        texts,
        i -> {
          if (to.isFloat() && node.draw().chance(0.6)) {
            return node.draw().one(FRACTIONS);
          }
          boolean canBeNegative = to.isFloat() || to.kind() == Kind.SIGNED;
          return node.draw().one(canBeNegative && node.draw().chance(0.5) ? SIGNED : WHOLE);
        });
    return texts;
  }

  private static void bitCast(NodeCase node) {
    Set<DType> others = EnumSet.copyOf(NUMBERS);
    others.add(DType.BOOL);
    List<DType> alike =
        others.stream().filter(dtype -> width(dtype) == width(node.dtype())).sorted().toList();
    node.input(node.values().odd(node.dtype(), node.values().shape(0, 4)));
    node.attribute(integer("to", TensorProtos.code(node.draw().one(alike))));
  }

  private static int width(DType dtype) {
    return dtype.bits();
  }
}
