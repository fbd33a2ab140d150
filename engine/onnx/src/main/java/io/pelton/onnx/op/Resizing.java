package io.pelton.onnx.op;

import io.pelton.engine.graph.ElementwiseOp.Clip;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.graph.ReduceOp.ArgMax;
import io.pelton.engine.graph.SampleOp.Resample;
import io.pelton.engine.graph.Sampling;
import io.pelton.engine.graph.Sampling.Coordinates;
import io.pelton.engine.graph.Sampling.Interpolation;
import io.pelton.engine.graph.ShapeOp.Gather;
import io.pelton.engine.graph.ShapeOp.ShapeOf;
import io.pelton.engine.graph.ValueId;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.DynScalar;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Tensor;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * A resize, axis by axis from the last on: coordinates of one axis do not depend on another's. What
 * is known of lengths, scales and the region becomes constants, the rest is computed when a plan is
 * made. Halves and integers are interpolated as wider floats and rounded once.
 */
final class Resizing {
  private static final long UNIT = 1L << Resample.FRACTION_BITS;
  private static final int ROI = 1;
  private static final int SIZES = 3;

  private final OnnxNode node;
  private final Steps steps;
  private final Sampling sampling;
  private final int[] axes;
  private ValueId value;

  /**
   * @param axes that scales, sizes and the region are of, in their order
   */
  Resizing(OnnxNode node, Sampling sampling, int... axes) {
    this.node = node;
    this.steps = new Steps(node);
    this.sampling = sampling;
    this.axes = axes;
    int rank = node.rank(0);
    node.check(
        Arrays.stream(axes).allMatch(axis -> axis >= 0 && axis < rank)
            && Arrays.stream(axes).distinct().count() == axes.length,
        "axes " + Arrays.toString(axes) + " should be distinct and within " + node.shape(0));
    DType dtype = node.dtype(0);
    boolean isNearest = sampling.interpolation() == Interpolation.NEAREST;
    boolean isText = dtype == DType.STRING;
    node.support(
        isText ? isNearest && !hasRegion() : isNearest || dtype.isNumeric(),
        "inputs of " + dtype + " are not supported in this mode");
    this.value = isNearest ? node.operand(0) : steps.cast(node.operand(0), wide(dtype));
  }

  private static DType wide(DType dtype) {
    return switch (dtype) {
      case F64, I64, U64, I32, U32 -> DType.F64;
      default -> DType.F32;
    };
  }

  /** By scales that an operand gives. */
  List<ValueId> byScales(int operand) {
    Optional<double[]> known = node.constant(operand).map(Tensor::toDoubles);
    if (known.isPresent()) {
      return byScales(known.get());
    }
    checkCount(operand, "scales");
    ValueId scales = node.operand(operand);
    return resample(
        i -> {
          ValueId scale = steps.slice(steps.cast(scales, DType.F32), 0, i, i + 1L);
          ValueId exact = steps.binary(OpKind.MUL, length(i, DType.F32), scale);
          return new Target(whole(exact), quotient(scale));
        });
  }

  List<ValueId> byScales(double... scales) {
    node.check(scales.length == axes.length, scales.length + " scales for " + axes.length);
    for (double scale : scales) {
      node.check(scale > 0, "scales should be above 0 but are " + Arrays.toString(scales));
    }
    return resample(
        i -> {
          Extent length = extent(i);
          if (scales[i] == 1 && isWhole(i)) {
            return null;
          }
          ValueId scale = node.constant("scale", units(scales[i]), UNIT);
          if (length.isFixed()) {
            long exact = (long) (length.max() * (float) scales[i]);
            return new Target(node.constant("length", exact), scale);
          }
          ValueId factor = node.constant("factor", Tensor.of(new float[] {(float) scales[i]}, 1));
          ValueId exact = steps.binary(OpKind.MUL, length(i, DType.F32), factor);
          return new Target(whole(exact), scale);
        });
  }

  List<ValueId> bySizes() {
    Optional<List<DynScalar>> known = node.integers(SIZES);
    checkCount(SIZES, "sizes");
    return resample(
        i -> {
          Optional<DynScalar> size = known.map(sizes -> sizes.get(i));
          Optional<Extent> target = size.flatMap(DynScalar::asExtent);
          if (target.isPresent() && target.get().sameAs(extent(i)) && isWhole(i)) {
            return null;
          }
          ValueId length =
              size.isPresent() && size.get().isConstant()
                  ? node.constant("length", size.get().constant())
                  : steps.slice(node.operand(SIZES), 0, i, i + 1L);
          return new Target(length, ValueId.ABSENT);
        });
  }

  /**
   * By the one scale that fits all axes.
   *
   * @param isLimit whether sizes are what the output may not exceed, or else what it should reach
   */
  List<ValueId> within(boolean isLimit) {
    checkCount(SIZES, "sizes");
    boolean isKnown =
        Arrays.stream(axes).allMatch(axis -> node.shape(0).extent(axis).isFixed())
            && node.hasFixedIntegers(SIZES);
    if (isKnown) {
      return within(isLimit, node.fixedIntegers(SIZES, "'sizes'"));
    }
    ValueId[] lengths = new ValueId[axes.length];
    Arrays.setAll(lengths, i -> length(i, DType.I64));
    ValueId all = steps.concat(0, List.of(lengths));
    ValueId sizes = steps.cast(node.operand(SIZES), DType.I64);
    ValueId ratios =
        steps.binary(OpKind.DIV, steps.cast(sizes, DType.F64), steps.cast(all, DType.F64));
    // the largest of the opposites is the smallest
    ValueId ranked = isLimit ? steps.unary(OpKind.NEG, ratios) : ratios;
    ValueId choice = steps.apply(new ArgMax(0, true, false), ranked);
    ValueId above = steps.apply(new Gather(0), sizes, choice);
    ValueId below = steps.apply(new Gather(0), all, choice);
    ValueId scale = steps.concat(0, List.of(above, below));
    return resample(i -> new Target(rounded(lengths[i], above, below), scale));
  }

  private List<ValueId> within(boolean isLimit, long... sizes) {
    int choice = 0;
    for (int i = 1; i < sizes.length; i++) {
      double ratio = (double) sizes[i] / extent(i).max();
      double chosen = (double) sizes[choice] / extent(choice).max();
      choice = (isLimit ? ratio < chosen : ratio > chosen) ? i : choice;
    }
    long above = sizes[choice];
    long below = extent(choice).max();
    node.check(below > 0, "axis " + axes[choice] + " is empty and gives no scale");
    ValueId scale = node.constant("scale", above, below);
    return resample(
        i -> {
          long length = (2 * extent(i).max() * above + below) / (2 * below);
          return new Target(node.constant("length", length), scale);
        });
  }

  /** {@code length * above / below}, halves rounded up. */
  private ValueId rounded(ValueId length, ValueId above, ValueId below) {
    ValueId exact = steps.binary(OpKind.MUL, length, above);
    ValueId twice = steps.binary(OpKind.ADD, exact, exact);
    return steps.binary(
        OpKind.DIV, steps.binary(OpKind.ADD, twice, below), steps.binary(OpKind.ADD, below, below));
  }

  /** What becomes of an axis. */
  private record Target(ValueId length, ValueId scale) {}

  private interface Targets {
    /** Null where the axis stays as it is. */
    Target of(int index);
  }

  private List<ValueId> resample(Targets targets) {
    for (int i : lastFirst()) {
      Target target = targets.of(i);
      if (target != null) {
        value =
            node.dtype(0) == DType.STRING
                ? gathered(i, target)
                : resampled(axes[i], value, target, region(i));
      }
    }
    return List.of(rounded());
  }

  private ValueId resampled(int axis, ValueId x, Target target, ValueId region) {
    Resample op = new Resample(axis, sampling);
    return steps.apply(op, x, target.length(), target.scale(), region);
  }

  /** Texts can't be resampled, but their places can. */
  private ValueId gathered(int i, Target target) {
    ValueId places = resampled(0, steps.indices(length(i, DType.I64)), target, ValueId.ABSENT);
    return steps.apply(new Gather(axes[i]), value, places);
  }

  private List<Integer> lastFirst() {
    Comparator<Integer> byAxis = Comparator.comparing(i -> axes[i]);
    return IntStream.range(0, axes.length).boxed().sorted(byAxis.reversed()).toList();
  }

  /** Cubic polynomials leave the range of what they are drawn through. */
  private ValueId rounded() {
    DType dtype = node.dtype(0);
    boolean isSigned = dtype.kind() == DType.Kind.SIGNED;
    boolean isLong = dtype.bits() == 64;
    boolean overshoots = sampling.interpolation() == Interpolation.CUBIC && !dtype.isFloat();
    if (!overshoots || (isLong && isSigned)) {
      return steps.cast(value, dtype);
    }
    double most = Math.pow(2, dtype.bits() - (isSigned ? 1 : 0)) - 1;
    ValueId least = steps.scalar(value, isSigned ? -most - 1 : 0);
    ValueId clipped =
        isLong // the greatest is no float64
            ? steps.apply(new Clip(), value, least)
            : steps.apply(new Clip(), value, least, steps.scalar(value, most));
    return steps.cast(clipped, dtype);
  }

  private boolean hasRegion() {
    return sampling.coordinates() == Coordinates.CROP_AND_RESIZE;
  }

  /** True where the axis is not cropped. */
  private boolean isWhole(int i) {
    return !hasRegion()
        || node.constant(ROI)
            .map(Tensor::toDoubles)
            .filter(roi -> roi.length == 2 * axes.length)
            .filter(roi -> roi[i] == 0 && roi[i + axes.length] == 1)
            .isPresent();
  }

  private ValueId region(int i) {
    if (!hasRegion()) {
      return ValueId.ABSENT;
    }
    ValueId roi = node.operand(ROI);
    int end = i + axes.length;
    Optional<double[]> known = node.constant(ROI).map(Tensor::toDoubles);
    if (known.isPresent()) {
      node.check(known.get().length == 2 * axes.length, "'roi' should have two ends of each axis");
      return node.constant("region", units(known.get()[i]), units(known.get()[end]));
    }
    ValueId start = steps.slice(roi, 0, i, i + 1L);
    return units(steps.concat(0, List.of(start, steps.slice(roi, 0, end, end + 1L))));
  }

  private void checkCount(int operand, String what) {
    boolean isList = node.rank(operand) == 1;
    Extent count = isList ? node.shape(operand).extent(0) : null;
    node.check(
        isList && (!count.isFixed() || count.max() == axes.length),
        what + " should have one element for each of " + axes.length + " axes");
  }

  private Extent extent(int i) {
    return node.shape(0).extent(axes[i]);
  }

  private ValueId length(int i, DType dtype) {
    long axis = axes[i];
    return steps.cast(steps.apply(new ShapeOf(axis, axis + 1), node.operand(0)), dtype);
  }

  private ValueId whole(ValueId exact) {
    return steps.cast(steps.unary(OpKind.FLOOR, exact), DType.I64);
  }

  private ValueId quotient(ValueId scale) {
    return steps.concat(0, List.of(units(scale), node.constant("unit", UNIT)));
  }

  private static long units(double x) {
    return Math.round(x * UNIT);
  }

  private ValueId units(ValueId x) {
    ValueId unit = node.constant("unit", Tensor.of(new double[] {UNIT}, 1));
    return steps.cast(steps.binary(OpKind.MUL, steps.cast(x, DType.F64), unit), DType.I64);
  }
}
