package io.pelton.onnx.oracle.operator;

import static io.pelton.onnx.TestAttributes.integer;
import static io.pelton.onnx.oracle.operator.OperatorDraws.ALL;
import static io.pelton.onnx.oracle.operator.OperatorDraws.NUMBERS;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.oracle.Draw;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.stream.LongStream;

/** Operators that read elements where indices or conditions say. */
final class IndexDraws {
  /** Definitions that have not been touched since bfloat16 came. */
  private static final Set<DType> OLD = EnumSet.copyOf(ALL);

  static {
    OLD.remove(DType.BF16);
  }

  private IndexDraws() {}

  static void addTo(OperatorDraws draws) {
    draws.add("Gather", ALL, IndexDraws::gather);
    draws.add("GatherElements", ALL, IndexDraws::gatherElements);
    draws.add("GatherND", ALL, IndexDraws::gatherSlices);
    draws.add("Compress", OLD, IndexDraws::compress);
    draws.add("NonZero", ALL, IndexDraws::nonZero);
    draws.add("OneHot", OLD, IndexDraws::oneHot);
    draws.add("TopK", NUMBERS, IndexDraws::topK);
    draws.add("Unique", OLD, IndexDraws::unique);
    draws.add("ReverseSequence", OLD, IndexDraws::reverse);
  }

  private static void data(NodeCase node, long... dims) {
    node.operand(node.values().odd(node.dtype(), dims));
  }

  /** Of an axis; none where it has no elements. Negative ones where versions allow them. */
  static Tensor indices(NodeCase node, DType type, long length, long... dims) {
    long[] own = dims.clone();
    if (length == 0) {
      own = own.length == 0 ? new long[1] : own;
      own[own.length - 1] = 0;
    }
    int least = node.since(11) ? (int) -length : 0;
    return node.values().between(type, least, (int) Math.max(length - 1, least), own);
  }

  private static DType indexType(NodeCase node) {
    return node.draw().one(DType.I64, DType.I64, DType.I32);
  }

  private static void gather(NodeCase node) {
    long[] dims = node.values().shape(1, 4);
    int axis = node.values().axis(dims.length);
    axis = node.since(11) ? axis : Math.floorMod(axis, dims.length);
    data(node, dims);
    long length = dims[Math.floorMod(axis, dims.length)];
    node.operand(indices(node, indexType(node), length, node.values().shape(0, 2)));
    int behind = Math.floorMod(axis, dims.length) + 1;
    if (node.dtype() == DType.STRING
        && Values.count(Arrays.copyOfRange(dims, behind, dims.length)) > 1) {
      node.beyondPeer("It copies only the first of several texts that lie under an index.");
    }
    if (axis != 0 || node.draw().chance(0.3)) {
      node.attribute(integer("axis", axis));
    }
  }

  /** Other axes of the indices may be shorter than the data's. */
  private static void gatherElements(NodeCase node) {
    long[] dims = node.values().shape(1, 4);
    int axis = node.values().axis(dims.length);
    int along = Math.floorMod(axis, dims.length);
    long[] own = dims.clone();
    Arrays.setAll(
        own,
        at ->
            at == along
                ? dims[at] == 0 ? 0 : node.draw().between(0, 5)
                : node.draw().chance(0.2) ? node.draw().below((int) dims[at] + 1) : dims[at]);
    data(node, dims);
    int least = (int) -dims[along];
    node.operand(node.values().between(indexType(node), least, Math.max(-least - 1, least), own));
    if (axis != 0 || node.draw().chance(0.3)) {
      node.attribute(integer("axis", axis));
    }
  }

  private static void gatherSlices(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().lengths(draw.between(1, 4));
    int batchAxes = node.since(12) && draw.chance(0.5) ? draw.below(dims.length) : 0;
    int depth = draw.between(1, dims.length - batchAxes);
    long[] middle = node.values().shape(0, 2);
    long[] indices =
        LongStream.concat(
                LongStream.concat(Arrays.stream(dims).limit(batchAxes), Arrays.stream(middle)),
                LongStream.of(depth))
            .toArray();
    data(node, dims);
    int[] at = {0};
    node.operand(
        Values.longs(
            DType.I64,
            () -> {
              int length = (int) dims[batchAxes + at[0]++ % depth];
              return draw.between(-length, length - 1);
            },
            indices));
    if (batchAxes > 0 || (node.since(12) && draw.chance(0.3))) {
      node.attribute(integer("batch_dims", batchAxes));
    }
  }

  private static void compress(NodeCase node) {
    long[] dims = node.values().shape(1, 4);
    boolean isFlat = node.draw().chance(0.4);
    int axis = node.values().axis(dims.length);
    axis = node.since(11) ? axis : Math.floorMod(axis, dims.length);
    int length = isFlat ? Values.count(dims) : (int) dims[Math.floorMod(axis, dims.length)];
    data(node, dims);
    int conditions = node.draw().chance(0.5) ? length : node.draw().between(0, length);
    node.operand(node.values().plain(DType.BOOL, conditions));
    if (!isFlat) {
      node.attribute(integer("axis", axis));
    }
  }

  private static void nonZero(NodeCase node) {
    long[] dims = node.values().shape(0, 4);
    node.operand(likeFloat(node, dims));
    if (dims.length == 0) {
      node.beyondPeer(
          "It gives [1, N]; but \"for scalar input, NonZero produces output shape (0, N)\".");
    }
  }

  /** The peer has no kernel for F64, and F32 lacks its smallest and largest numbers. */
  private static Tensor likeFloat(NodeCase node, long... dims) {
    return node.dtype() == DType.F64
        ? node.values().plain(node.dtype(), dims)
        : node.values().odd(node.dtype(), dims);
  }

  /** Indices beyond the depth give nothing but the value for off. */
  private static void oneHot(NodeCase node) {
    Draw draw = node.draw();
    int depth = draw.between(1, 5);
    long[] dims = node.values().shape(0, 3);
    DType indices = draw.one(DType.I64, DType.I64, DType.I64, DType.I32, DType.F32, DType.U8);
    int least = indices == DType.U8 || !node.since(11) ? 0 : -depth - 1;
    Tensor drawn =
        indices.isFloat()
            ? Values.floats(indices, () -> draw.between(least, depth), dims)
            : node.values().between(indices, least, depth, dims);
    DType count = draw.one(DType.I64, DType.I64, DType.I64, DType.I32, DType.F32);
    long[] one = draw.chance(0.5) ? new long[0] : new long[] {1};
    node.operand(drawn);
    node.operand(
        count.isFloat()
            ? Values.floats(count, () -> depth, one)
            : Values.longs(count, () -> depth, one));
    node.operand(likeFloat(node, 2));
    if (Values.count(dims) == 0) {
      node.beyondPeer("It dies over some indices without elements.");
    }
    if (draw.chance(0.6)) {
      int rank = dims.length + 1;
      node.attribute(integer("axis", node.values().axis(rank)));
    }
  }

  private static void topK(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 3);
    int axis = node.values().axis(dims.length);
    axis = node.since(11) ? axis : Math.floorMod(axis, dims.length);
    int length = (int) dims[Math.floorMod(axis, dims.length)];
    int count = draw.chance(0.3) ? length : draw.between(0, length);
    node.input(ordered(node, dims));
    if (axis != dims.length - 1 || draw.chance(0.5)) {
      node.attribute(integer("axis", axis));
    }
    if (node.since(10)) {
      node.operand(ShapeDraws.list(count));
    } else {
      node.attribute(integer("k", count));
    }
    if (node.since(11) && draw.chance(0.6)) {
      node.attribute(integer("largest", draw.below(2)));
    }
    if (node.since(11) && draw.chance(0.4)) {
      // others come in any order
      node.attribute(integer("sorted", count == 1 ? draw.below(2) : 1));
    }
    node.outputs(2);
  }

  /** Without NaN, of whose rank nothing is said. */
  private static Tensor ordered(NodeCase node, long... dims) {
    Draw draw = node.draw();
    return node.dtype().isFloat()
        ? Values.floats(
            node.dtype(),
            () ->
                draw.chance(0.1)
                    ? draw.one(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY)
                    : draw.normalOrSimple(),
            dims)
        : node.dtype() == DType.U64
            // the peer has no kernel for them, and I64 lacks the largest
            ? node.values().plain(node.dtype(), dims)
            : node.values().odd(node.dtype(), dims);
  }

  private static void unique(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(1, 3);
    node.input(few(node, dims));
    if (draw.chance(0.6)) {
      node.attribute(integer("axis", node.values().axis(dims.length)));
      if (Values.count(dims) == 0) {
        node.beyondPeer("It dies over some slices without elements.");
      }
    }
    if (draw.chance(0.7)) {
      node.attribute(integer("sorted", draw.below(2)));
    }
    node.outputs(draw.between(1, 4));
  }

  /** So that some are the same. */
  private static Tensor few(NodeCase node, long... dims) {
    if (node.dtype() == DType.STRING) {
      return node.values().texts(dims);
    }
    return node.dtype().isFloat()
        ? Values.floats(node.dtype(), () -> node.draw().between(-1, 1), dims)
        : node.values().between(node.dtype(), 0, node.dtype() == DType.BOOL ? 1 : 2, dims);
  }

  private static void reverse(NodeCase node) {
    Draw draw = node.draw();
    long[] dims = node.values().shape(2, 4);
    boolean isBatchFirst = draw.chance(0.5);
    data(node, dims);
    int length = (int) dims[isBatchFirst ? 1 : 0];
    boolean isEmpty = draw.chance(0.15);
    int least = isEmpty ? 0 : Math.min(1, length);
    node.operand(node.values().between(DType.I64, least, length, dims[isBatchFirst ? 0 : 1]));
    if (isEmpty) {
      node.beyondPeer(
          "It leaves what belongs to sequences of length 0 unwritten; but elements \"beyond"
              + " sequence_lens[i]\" are copied.");
    }
    if (isBatchFirst || draw.chance(0.5)) {
      node.attribute(integer("batch_axis", isBatchFirst ? 0 : 1));
      node.attribute(integer("time_axis", isBatchFirst ? 1 : 0));
    }
  }
}
