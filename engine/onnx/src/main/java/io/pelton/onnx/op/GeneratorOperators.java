package io.pelton.onnx.op;

import io.pelton.engine.graph.GeneratorOp.Iota;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.graph.ViewOp.Reshape;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Layout;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import io.pelton.onnx.op.OperatorTable.OperatorFamily;
import io.pelton.onnx.proto.ElementTypes;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Operators whose elements follow from lengths and indices. */
final class GeneratorOperators {
  /** Ranges of more elements are refused: a few numbers must not fill the memory. */
  private static final long LONGEST_RANGE = 1L << 24;

  private GeneratorOperators() {}

  static void addTo(OperatorFamily ops) {
    ops.add("ConstantOfShape", 9, GeneratorOperators::constantOfShape);
    ops.add("Range", 11, GeneratorOperators::range);
    ops.add("Range", 27, GeneratorOperators::rangeWithStash);
    ops.add("Size", 1, GeneratorOperators::size);
    ops.add("Trilu", 14, GeneratorOperators::triangle);
    ops.add("EyeLike", 9, GeneratorOperators::eye);
    ops.add("OneHot", 9, node -> oneHot(node, false));
    ops.add("OneHot", 11, node -> oneHot(node, true));
  }

  private static List<ValueId> constantOfShape(OnnxNode node) {
    node.expect(1);
    Tensor value = node.attributes().tensor("value").orElseGet(() -> Tensor.of(new float[1]));
    node.check(
        value.layout().elements() == 1,
        "'value' should have one element but has " + value.layout().elements());
    ValueId scalar =
        node.constant("value", new Tensor(value.storage(), value.layout().reshape().orElseThrow()));
    return List.of(new Steps(node).expand(scalar, node.operand(0)));
  }

  /** The product of all lengths. */
  private static List<ValueId> size(OnnxNode node) {
    node.expect(1);
    Steps steps = new Steps(node);
    ValueId shape = steps.apply(new ShapeOf(0, Long.MAX_VALUE), node.operand(0));
    ValueId size = node.constant("one", Tensor.of(new long[] {1}));
    for (int axis = 0; axis < node.rank(0); axis++) {
      ValueId index = node.constant("axis", Tensor.of(new long[] {axis}));
      ValueId length = steps.apply(new Gather(0), shape, index);
      size = axis == 0 ? length : steps.binary(OpKind.MUL, size, length);
    }
    return List.of(size);
  }

  /** Keeps what is not below a diagonal of the last two axes, or not above it. */
  private static List<ValueId> triangle(OnnxNode node) {
    node.expect(1, 2);
    int rank = node.rank(0);
    node.check(rank >= 2, "the input " + node.shape(0) + " is no matrix");
    boolean isUpper = node.attributes().flag("upper", true);
    Steps steps = new Steps(node);
    List<Extent> sides = node.shape(0).extents().subList(rank - 2, rank);
    Iota rows = new Iota(DType.I64, Shape.of(sides.get(0), Extent.fixed(1)), 0);
    Iota columns = new Iota(DType.I64, Shape.of(sides.get(1)), 0);
    ValueId diagonal = steps.apply(rows);
    if (node.has(1)) {
      node.check(
          node.shape(1).isFixed() && Layout.elements(node.shape(1).dims()) == 1,
          "'k' should be one number");
      diagonal = steps.binary(OpKind.ADD, diagonal, node.operand(1));
    }
    OpKind kept = isUpper ? OpKind.GREATER_OR_EQUAL : OpKind.LESS_OR_EQUAL;
    ValueId zero = node.constant("zero", Tensor.allocate(node.dtype(0)));
    return List.of(
        steps.where(steps.binary(kept, steps.apply(columns), diagonal), node.operand(0), zero));
  }

  /** Ones along a diagonal, of the operand's shape. */
  private static List<ValueId> eye(OnnxNode node) {
    node.expect(1);
    node.check(node.rank(0) == 2, "the input " + node.shape(0) + " is no matrix");
    DType dtype =
        node.attributes()
            .integer("dtype")
            .map(
                code ->
                    ElementTypes.of(code)
                        .orElseThrow(() -> node.invalid("'dtype' is no element type: " + code)))
            .orElseGet(() -> node.dtype(0));
    node.check(dtype.isNumeric() || dtype == DType.BOOL, "there are no ones of " + dtype);
    Steps steps = new Steps(node);
    Shape shape = node.shape(0);
    ValueId rows = steps.apply(new Iota(DType.I64, Shape.of(shape.extent(0), Extent.fixed(1)), 0));
    ValueId columns = steps.apply(new Iota(DType.I64, Shape.of(shape.extent(1)), 0));
    long k = node.attributes().integer("k", 0);
    ValueId diagonal =
        steps.binary(OpKind.ADD, rows, node.constant("k", Tensor.of(new long[] {k})));
    return List.of(steps.cast(steps.binary(OpKind.EQUAL, columns, diagonal), dtype));
  }

  /** Ranges are rounded once, from wider numbers than any that may be asked for. */
  private static List<ValueId> rangeWithStash(OnnxNode node) {
    long stash = node.attributes().integer("stash_type", 1);
    node.support(stash == 1, "'stash_type' " + stash + " is not supported; only 1, float32, is");
    return range(node);
  }

  private static List<ValueId> range(OnnxNode node) {
    node.expect(3);
    DType dtype = node.dtype(0);
    Optional<Tensor> start = known(node, 0);
    Optional<Tensor> limit = known(node, 1);
    Optional<Tensor> delta = known(node, 2);
    if (start.isPresent() && limit.isPresent() && delta.isPresent() && isWritten(dtype)) {
      return List.of(node.constant("range", range(node, start.get(), limit.get(), delta.get())));
    }
    Optional<Extent> length =
        node.integers(1).filter(list -> list.size() == 1).flatMap(list -> list.get(0).asExtent());
    return isInteger(node, 0, 0) && isInteger(node, 2, 1) && length.isPresent()
        ? List.of(new Steps(node).apply(new Iota(dtype, Shape.of(length.get()), 0)))
        : List.of(new ComputedRange(node).range());
  }

  /** A constant, or what follows from constants and fixed lengths. */
  private static Optional<Tensor> known(OnnxNode node, int operand) {
    return node.constant(operand)
        .or(
            () ->
                node.integers(operand)
                    .filter(list -> list.stream().allMatch(DynScalar::isConstant))
                    .map(list -> list.stream().mapToLong(DynScalar::constant).toArray())
                    .map(list -> Numbers.of(node, node.dtype(operand), list)));
  }

  private static boolean isInteger(OnnxNode node, int operand, long expected) {
    return node.integers(operand)
        .filter(list -> list.equals(List.of(DynScalar.of(expected))))
        .isPresent();
  }

  /** Ranges of other dtypes are computed, even of constants. */
  private static boolean isWritten(DType dtype) {
    return switch (dtype) {
      case I64, I32, I16, F32, F64 -> true;
      default -> false;
    };
  }

  private static Tensor range(OnnxNode node, Tensor start, Tensor limit, Tensor delta) {
    node.check(
        start.layout().elements() == 1
            && limit.layout().elements() == 1
            && delta.layout().elements() == 1,
        "start, limit and delta should be scalars");
    return switch (start.dtype()) {
      case I64, I32, I16 -> {
        long[] values = integers(node, start.toLongs()[0], limit.toLongs()[0], delta.toLongs()[0]);
        yield start.dtype() == DType.I16 ? shorts(values) : Numbers.of(node, start.dtype(), values);
      }
      case F32 -> {
        double[] values =
            numbers(node, start.toFloats()[0], limit.toFloats()[0], delta.toFloats()[0]);
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
          floats[i] = (float) values[i];
        }
        yield Tensor.of(floats, floats.length);
      }
      case F64 -> {
        double[] values =
            numbers(node, start.toDoubles()[0], limit.toDoubles()[0], delta.toDoubles()[0]);
        yield Tensor.of(values, values.length);
      }
      default -> throw node.unsupported("ranges of " + start.dtype() + " are not supported");
    };
  }

  private static Tensor shorts(long... values) {
    short[] shorts = new short[values.length];
    for (int i = 0; i < values.length; i++) {
      shorts[i] = (short) values[i];
    }
    return Tensor.wrap(DType.I16, shorts, shorts.length);
  }

  private static long[] integers(OnnxNode node, long start, long limit, long delta) {
    node.check(delta != 0, "'delta' should not be 0");
    long span = Math.subtractExact(limit, start);
    long count = span / delta + (span % delta == 0 ? 0 : 1);
    boolean isEmpty = span == 0 || span > 0 != delta > 0;
    long[] values = new long[isEmpty ? 0 : length(node, count)];
    Arrays.setAll(values, i -> start + i * delta);
    return values;
  }

  private static double[] numbers(OnnxNode node, double start, double limit, double delta) {
    node.check(
        delta != 0 && Double.isFinite(start) && Double.isFinite(limit) && Double.isFinite(delta),
        "start, limit and delta should be finite, and delta not 0");
    double count = Math.ceil((limit - start) / delta);
    double[] values = new double[length(node, (long) Math.max(0, count))];
    Arrays.setAll(values, i -> start + i * delta);
    return values;
  }

  private static int length(OnnxNode node, long count) {
    node.support(count <= LONGEST_RANGE, "a range of " + count + " elements is not supported");
    return (int) count;
  }

  /**
   * Compares indices with 0, 1, ... along the new axis. The last two values are chosen by whether
   * they are the same; indices out of range are the same as none.
   *
   * @param countsBack negative indices count from the end
   */
  private static List<ValueId> oneHot(OnnxNode node, boolean countsBack) {
    node.expect(3);
    Steps steps = new Steps(node);
    int rank = node.rank(0);
    int axis = node.attributes().smallInteger("axis", -1);
    node.check(axis >= -rank - 1 && axis <= rank, "axis " + axis + " is outside of the output");
    int at = axis < 0 ? axis + rank + 1 : axis;
    node.support(
        node.dtype(0).kind() != DType.Kind.BOOL && node.dtype(0).bits() <= Long.SIZE,
        "indices of " + node.dtype(0) + " are not supported");
    ValueId indices = steps.unsqueeze(steps.cast(node.operand(0), DType.I64), at);
    AxisIndices axes = new AxisIndices(node);
    ValueId depth = depth(node, axes);
    if (countsBack) {
      ValueId back = steps.binary(OpKind.ADD, indices, depth);
      indices = steps.where(steps.binary(OpKind.LESS, indices, axes.number(0)), back, indices);
    }
    ValueId classes =
        steps.unsqueeze(axes.upTo(depth), LongStream.rangeClosed(1, rank - at).toArray());
    ValueId isSame = steps.binary(OpKind.EQUAL, indices, classes);
    return List.of(steps.apply(new Gather(0), node.operand(2), steps.cast(isSame, DType.I64)));
  }

  private static ValueId depth(OnnxNode node, AxisIndices axes) {
    node.support(
        node.dtype(1).isNumeric() && node.dtype(1).bits() <= Long.SIZE,
        "a 'depth' of " + node.dtype(1) + " is not supported");
    node.check(
        !node.shape(1).isFixed() || Layout.elements(node.shape(1).dims()) == 1,
        "'depth' should be one number but is " + node.shape(1));
    Optional<long[]> known =
        node.dtype(1).isInteger()
            ? node.constant(1).map(Tensor::toLongs)
            : node.constant(1).map(GeneratorOperators::truncated);
    known.ifPresent(
        depth -> node.check(depth[0] > 0, "'depth' should be above 0 but is " + depth[0]));
    return known
        .map(depth -> axes.number(depth[0]))
        .orElseGet(() -> scalar(node, new Steps(node).cast(node.operand(1), DType.I64)));
  }

  private static long[] truncated(Tensor numbers) {
    return numbers.dtype() == DType.F64
        ? Arrays.stream(numbers.toDoubles()).mapToLong(number -> (long) number).toArray()
        : new long[] {(long) numbers.toFloats()[0]};
  }

  private static ValueId scalar(OnnxNode node, ValueId number) {
    Steps steps = new Steps(node);
    return node.rank(1) == 0
        ? number
        : steps.apply(new Reshape(false), number, node.constant("scalar", new long[0]));
  }
}
