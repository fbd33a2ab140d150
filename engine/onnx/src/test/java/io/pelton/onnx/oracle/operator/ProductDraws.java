package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.TestAttributes.number;
import static io.pelton.onnx.TestAttributes.text;
import static io.pelton.onnx.oracle.operator.OperatorDraws.FLOATS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;
import static io.pelton.onnx.oracle.operator.OperatorDraws.union;

import io.pelton.engine.tensor.DType;
import io.pelton.onnx.oracle.Draw;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;

/** Products of matrices and their kin. */
final class ProductDraws {
  private static final List<String> LETTERS = List.of("a", "b", "C", "d", "e");

  private ProductDraws() {}

  static void addTo(OperatorDraws draws) {
    Set<DType> wide = union(FLOATS, EnumSet.of(DType.I32, DType.I64, DType.U32, DType.U64));
    draws.add("MatMul", wide, ProductDraws::matMul);
    draws.add("Gemm", wide, ProductDraws::gemm);
    draws.add("Einsum", NUMBERS, ProductDraws::einsum);
    draws.add("Det", FLOATS, ProductDraws::determinant);
  }

  /** A length, sometimes 0. */
  private static long length(NodeCase node) {
    return node.draw().chance(0.05) ? 0 : node.draw().between(1, 6);
  }

  private static void matMul(NodeCase node) {
    long[][] shapes = factors(node);
    if (shapes[0][shapes[0].length - 1] == 0) {
      node.beyondPeer("It leaves unwritten what sums nothing.");
    }
    node.operand(node.values().plain(node.dtype(), shapes[0])).sums();
    node.input(node.values().plain(node.dtype(), shapes[1]));
  }

  /** Shapes of two operands of a product; either may be a vector. */
  static long[][] factors(NodeCase node) {
    Draw draw = node.draw();
    long rows = length(node);
    long inner = length(node);
    long columns = length(node);
    long[] left = draw.chance(0.15) ? new long[] {inner} : new long[] {rows, inner};
    long[] right = draw.chance(0.15) ? new long[] {inner} : new long[] {inner, columns};
    long[] batch = node.values().shape(0, 2);
    boolean isSwapped = draw.chance(0.5);
    long[] other = node.values().broadcasting(batch);
    return new long[][] {
      left.length == 1 ? left : joined(isSwapped ? other : batch, left),
      right.length == 1 ? right : joined(isSwapped ? batch : other, right)
    };
  }

  private static long[] joined(long[] front, long[] back) {
    return LongStream.concat(LongStream.of(front), LongStream.of(back)).toArray();
  }

  private static void gemm(NodeCase node) {
    Draw draw = node.draw();
    Values values = node.values();
    long rows = length(node);
    long inner = length(node);
    long columns = length(node);
    if (inner == 0) {
      node.beyondPeer("It forgets 'beta' where products are empty.");
    }
    boolean turnsLeft = draw.chance(0.4);
    boolean turnsRight = draw.chance(0.4);
    node.input(
        values.plain(
            node.dtype(), turnsLeft ? new long[] {inner, rows} : new long[] {rows, inner}));
    node.operand(
        values.plain(
            node.dtype(), turnsRight ? new long[] {columns, inner} : new long[] {inner, columns}));
    flag(node, "transA", turnsLeft);
    flag(node, "transB", turnsRight);
    for (String factor : List.of("alpha", "beta")) {
      if (draw.chance(0.5)) {
        boolean isFloat = node.dtype().isFloat();
        node.attribute(number(factor, isFloat ? draw.one(0.5f, -1f, 0f, 2f) : draw.one(0f, 2f)));
      }
    }
    node.sums();
    boolean isOld = !node.since(7);
    if (isOld || !node.since(11) || draw.chance(0.6)) {
      boolean isWhole = isOld && draw.chance(0.5);
      long[] whole = {rows, columns};
      node.operand(values.plain(node.dtype(), isWhole ? whole : values.broadcasting(whole)));
      if (isOld && !isWhole) {
        node.attribute(integer("broadcast", 1));
      }
    }
  }

  private static void flag(NodeCase node, String name, boolean isSet) {
    if (isSet || node.draw().chance(0.3)) {
      node.attribute(integer(name, isSet ? 1 : 0));
    }
  }

  private static void einsum(NodeCase node) {
    Draw draw = node.draw();
    Map<String, Long> lengths = new LinkedHashMap<>();
    LETTERS.forEach(letter -> lengths.put(letter, (long) draw.between(1, 4)));
    boolean isOpen = draw.chance(0.3);
    int count = draw.between(1, 3);
    List<String> terms = new ArrayList<>();
    Set<String> used = new LinkedHashSet<>();
    for (int i = 0; i < count; i++) {
      List<String> letters = draw.many(draw.between(0, 3), axis -> draw.one(LETTERS));
      List<Long> dims = new ArrayList<>();
      if (isOpen) {
        // the peer wants the same number of axes everywhere
        dims.addAll(List.of(2L, draw.chance(0.8) ? 3L : 1L));
      }
      letters.forEach(letter -> dims.add(lengths.get(letter)));
      used.addAll(letters);
      terms.add((isOpen ? "..." : "") + String.join("", letters));
      long[] shape = dims.stream().mapToLong(Long::longValue).toArray();
      node.operand(node.values().plain(node.dtype(), shape));
    }
    List<String> kept = draw.sample(draw.below(used.size() + 1), List.copyOf(used));
    String result = "->" + (isOpen ? "..." : "") + String.join("", kept);
    String left = String.join(draw.one(",", " , "), terms);
    node.attribute(text("equation", draw.chance(0.2) ? left : left + result)).sums();
  }

  private static void determinant(NodeCase node) {
    long side = node.draw().between(1, 4);
    long[] dims = joined(node.values().shape(0, 2), new long[] {side, side});
    node.input(node.values().plain(node.dtype(), dims)).sums();
  }
}
