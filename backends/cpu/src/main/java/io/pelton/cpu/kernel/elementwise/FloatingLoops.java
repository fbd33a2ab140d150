package io.pelton.cpu.kernel.elementwise;

import io.pelton.cpu.block.Lane;
import io.pelton.engine.graph.OpKind;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The loops over floats by the ops that they compute, each written once for kernels of single ops
 * and of fused ones. Immutable and thread-safe.
 *
 * @param <A> {@code float[]} or {@code double[]}
 */
public final class FloatingLoops<A> {
  public static final FloatingLoops<float[]> SINGLES = singles();
  public static final FloatingLoops<double[]> DOUBLES = doubles();

  private final Lane<A> lane;
  private final UnaryOperator<A> copy;
  private final A unbounded;
  private final Map<OpKind, Unary<A, A>> unary;
  private final Map<OpKind, Binary<A, A>> binary;
  private final Selection<A> where;
  private final Clipping<A> clip;
  private final Unary<A, A> gelu;
  private final Scaling<A> scale;

  private FloatingLoops(
      Lane<A> lane,
      UnaryOperator<A> copy,
      A unbounded,
      Map<OpKind, Unary<A, A>> unary,
      Map<OpKind, Binary<A, A>> binary,
      Selection<A> where,
      Clipping<A> clip,
      Unary<A, A> gelu,
      Scaling<A> scale) {
    this.lane = lane;
    this.copy = copy;
    this.unbounded = unbounded;
    this.unary = Map.copyOf(unary);
    this.binary = Map.copyOf(binary);
    this.where = where;
    this.clip = clip;
    this.gelu = gelu;
    this.scale = scale;
  }

  private static FloatingLoops<float[]> singles() {
    Map<OpKind, Unary<float[], float[]>> unary = new EnumMap<>(OpKind.class);
    unary.put(OpKind.RELU, FloatLoops::relu);
    unary.put(OpKind.SIGMOID, FloatLoops::sigmoid);
    unary.put(OpKind.TANH, FloatLoops::tanh);
    unary.put(OpKind.NEG, FloatLoops::neg);
    unary.put(OpKind.ABS, FloatLoops::abs);
    unary.put(OpKind.RECIPROCAL, FloatLoops::reciprocal);
    unary.put(OpKind.SQRT, FloatLoops::sqrt);
    unary.put(OpKind.EXP, FloatLoops::exp);
    unary.put(OpKind.LOG, FloatLoops::log);
    unary.put(OpKind.ERF, FloatLoops::erf);
    unary.put(OpKind.FLOOR, FloatLoops::floor);
    unary.put(OpKind.CEIL, FloatLoops::ceil);
    unary.put(OpKind.SIGN, FloatLoops::sign);
    unary.put(OpKind.SOFTPLUS, FloatLoops::softplus);
    WideFunctions.BY_KIND.forEach((kind, f) -> unary.put(kind, WideFunctions.rounded(f)));
    Map<OpKind, Binary<float[], float[]>> binary = new EnumMap<>(OpKind.class);
    binary.put(OpKind.ADD, FloatLoops::add);
    binary.put(OpKind.SUB, FloatLoops::sub);
    binary.put(OpKind.MUL, FloatLoops::mul);
    binary.put(OpKind.DIV, FloatLoops::div);
    binary.put(OpKind.POW, FloatLoops::pow);
    binary.put(OpKind.FMOD, FloatLoops::fmod);
    binary.put(OpKind.MIN, FloatLoops::min);
    binary.put(OpKind.MAX, FloatLoops::max);
    return new FloatingLoops<>(
        Lane.FLOATS,
        float[]::clone,
        new float[] {Float.NaN, Float.NaN},
        unary,
        binary,
        FloatLoops::where,
        FloatLoops::clip,
        FloatLoops::gelu,
        FloatLoops::scale);
  }

  private static FloatingLoops<double[]> doubles() {
    Map<OpKind, Unary<double[], double[]>> unary = new EnumMap<>(OpKind.class);
    unary.put(OpKind.RELU, DoubleLoops::relu);
    unary.put(OpKind.SIGMOID, DoubleLoops::sigmoid);
    unary.put(OpKind.TANH, DoubleLoops::tanh);
    unary.put(OpKind.NEG, DoubleLoops::neg);
    unary.put(OpKind.ABS, DoubleLoops::abs);
    unary.put(OpKind.RECIPROCAL, DoubleLoops::reciprocal);
    unary.put(OpKind.SQRT, DoubleLoops::sqrt);
    unary.put(OpKind.EXP, DoubleLoops::exp);
    unary.put(OpKind.LOG, DoubleLoops::log);
    unary.put(OpKind.ERF, DoubleLoops::erf);
    unary.put(OpKind.FLOOR, DoubleLoops::floor);
    unary.put(OpKind.CEIL, DoubleLoops::ceil);
    unary.put(OpKind.SIGN, DoubleLoops::sign);
    unary.put(OpKind.SOFTPLUS, DoubleLoops::softplus);
    WideFunctions.BY_KIND.forEach((kind, f) -> unary.put(kind, WideFunctions.loop(f)));
    Map<OpKind, Binary<double[], double[]>> binary = new EnumMap<>(OpKind.class);
    binary.put(OpKind.ADD, DoubleLoops::add);
    binary.put(OpKind.SUB, DoubleLoops::sub);
    binary.put(OpKind.MUL, DoubleLoops::mul);
    binary.put(OpKind.DIV, DoubleLoops::div);
    binary.put(OpKind.POW, DoubleLoops::pow);
    binary.put(OpKind.FMOD, DoubleLoops::fmod);
    binary.put(OpKind.MIN, DoubleLoops::min);
    binary.put(OpKind.MAX, DoubleLoops::max);
    return new FloatingLoops<>(
        Lane.DOUBLES,
        double[]::clone,
        new double[] {Double.NaN, Double.NaN},
        unary,
        binary,
        DoubleLoops::where,
        DoubleLoops::clip,
        DoubleLoops::gelu,
        DoubleLoops::scale);
  }

  /** These, with others of ops with one operand that give the same bits. */
  public FloatingLoops<A> withUnary(Map<OpKind, Unary<A, A>> others) {
    Map<OpKind, Unary<A, A>> all = new EnumMap<>(unary);
    all.putAll(others);
    return new FloatingLoops<>(lane, copy, unbounded, all, binary, where, clip, gelu, scale);
  }

  /** The same of ops with two operands. */
  public FloatingLoops<A> withBinary(Map<OpKind, Binary<A, A>> others) {
    Map<OpKind, Binary<A, A>> all = new EnumMap<>(binary);
    all.putAll(others);
    return new FloatingLoops<>(lane, copy, unbounded, unary, all, where, clip, gelu, scale);
  }

  /** The same of the loops that belong to no op without attributes. */
  public FloatingLoops<A> with(
      Clipping<A> otherClip, Unary<A, A> otherGelu, Scaling<A> otherScale) {
    return new FloatingLoops<>(
        lane, copy, unbounded, unary, binary, where, otherClip, otherGelu, otherScale);
  }

  public Lane<A> lane() {
    return lane;
  }

  /** The loops of ops with one operand; their target may be their source. */
  public Map<OpKind, Unary<A, A>> unary() {
    return unary;
  }

  /** The loops of ops with two operands; their target may be either source. */
  public Map<OpKind, Binary<A, A>> binary() {
    return binary;
  }

  public Selection<A> where() {
    return where;
  }

  public Clipping<A> clip() {
    return clip;
  }

  /** Gelu by the normal distribution; its target may be its source. */
  public Unary<A, A> gelu() {
    return gelu;
  }

  /** A product with one number and a sum with one; its target may be its source. */
  public Scaling<A> scale() {
    return scale;
  }

  /** Bounds for {@link #clip} that hold nothing back, to be written over where there are some. */
  public A unbounded() {
    return copy.apply(unbounded);
  }
}
