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
  private final A unbounded;
  private final UnaryOperator<A> copy;
  private final Clipping<A> clip;
  private final Selection<A> where;
  private final Map<OpKind, Unary<A, A>> unary = new EnumMap<>(OpKind.class);
  private final Map<OpKind, Binary<A, A>> binary = new EnumMap<>(OpKind.class);

  private FloatingLoops(
      Lane<A> lane, A unbounded, UnaryOperator<A> copy, Clipping<A> clip, Selection<A> where) {
    this.lane = lane;
    this.unbounded = unbounded;
    this.copy = copy;
    this.clip = clip;
    this.where = where;
  }

  private static FloatingLoops<float[]> singles() {
    FloatingLoops<float[]> loops =
        new FloatingLoops<>(
            Lane.FLOATS,
            new float[] {Float.NaN, Float.NaN},
            float[]::clone,
            FloatLoops::clip,
            FloatLoops::where);
    loops.unary.put(OpKind.RELU, FloatLoops::relu);
    loops.unary.put(OpKind.SIGMOID, FloatLoops::sigmoid);
    loops.unary.put(OpKind.TANH, FloatLoops::tanh);
    loops.unary.put(OpKind.NEG, FloatLoops::neg);
    loops.unary.put(OpKind.ABS, FloatLoops::abs);
    loops.unary.put(OpKind.RECIPROCAL, FloatLoops::reciprocal);
    loops.unary.put(OpKind.SQRT, FloatLoops::sqrt);
    loops.unary.put(OpKind.EXP, FloatLoops::exp);
    loops.unary.put(OpKind.LOG, FloatLoops::log);
    loops.unary.put(OpKind.ERF, FloatLoops::erf);
    loops.unary.put(OpKind.FLOOR, FloatLoops::floor);
    loops.unary.put(OpKind.CEIL, FloatLoops::ceil);
    loops.unary.put(OpKind.SIGN, FloatLoops::sign);
    loops.unary.put(OpKind.SOFTPLUS, FloatLoops::softplus);
    WideFunctions.BY_KIND.forEach((kind, f) -> loops.unary.put(kind, WideFunctions.rounded(f)));
    loops.binary.put(OpKind.ADD, FloatLoops::add);
    loops.binary.put(OpKind.SUB, FloatLoops::sub);
    loops.binary.put(OpKind.MUL, FloatLoops::mul);
    loops.binary.put(OpKind.DIV, FloatLoops::div);
    loops.binary.put(OpKind.POW, FloatLoops::pow);
    loops.binary.put(OpKind.FMOD, FloatLoops::fmod);
    loops.binary.put(OpKind.MIN, FloatLoops::min);
    loops.binary.put(OpKind.MAX, FloatLoops::max);
    return loops;
  }

  private static FloatingLoops<double[]> doubles() {
    FloatingLoops<double[]> loops =
        new FloatingLoops<>(
            Lane.DOUBLES,
            new double[] {Double.NaN, Double.NaN},
            double[]::clone,
            DoubleLoops::clip,
            DoubleLoops::where);
    loops.unary.put(OpKind.RELU, DoubleLoops::relu);
    loops.unary.put(OpKind.SIGMOID, DoubleLoops::sigmoid);
    loops.unary.put(OpKind.TANH, DoubleLoops::tanh);
    loops.unary.put(OpKind.NEG, DoubleLoops::neg);
    loops.unary.put(OpKind.ABS, DoubleLoops::abs);
    loops.unary.put(OpKind.RECIPROCAL, DoubleLoops::reciprocal);
    loops.unary.put(OpKind.SQRT, DoubleLoops::sqrt);
    loops.unary.put(OpKind.EXP, DoubleLoops::exp);
    loops.unary.put(OpKind.LOG, DoubleLoops::log);
    loops.unary.put(OpKind.ERF, DoubleLoops::erf);
    loops.unary.put(OpKind.FLOOR, DoubleLoops::floor);
    loops.unary.put(OpKind.CEIL, DoubleLoops::ceil);
    loops.unary.put(OpKind.SIGN, DoubleLoops::sign);
    loops.unary.put(OpKind.SOFTPLUS, DoubleLoops::softplus);
    WideFunctions.BY_KIND.forEach((kind, f) -> loops.unary.put(kind, WideFunctions.loop(f)));
    loops.binary.put(OpKind.ADD, DoubleLoops::add);
    loops.binary.put(OpKind.SUB, DoubleLoops::sub);
    loops.binary.put(OpKind.MUL, DoubleLoops::mul);
    loops.binary.put(OpKind.DIV, DoubleLoops::div);
    loops.binary.put(OpKind.POW, DoubleLoops::pow);
    loops.binary.put(OpKind.FMOD, DoubleLoops::fmod);
    loops.binary.put(OpKind.MIN, DoubleLoops::min);
    loops.binary.put(OpKind.MAX, DoubleLoops::max);
    return loops;
  }

  /**
   * These, with other loops that give the same bits.
   *
   * @param others of ops with one operand
   */
  public FloatingLoops<A> with(Map<OpKind, Unary<A, A>> others, Clipping<A> otherClip) {
    FloatingLoops<A> loops = new FloatingLoops<>(lane, unbounded, copy, otherClip, where);
    loops.unary.putAll(unary);
    loops.unary.putAll(others);
    loops.binary.putAll(binary);
    return loops;
  }

  public Lane<A> lane() {
    return lane;
  }

  /** The loops of ops with one operand; their target may be their source. */
  public Map<OpKind, Unary<A, A>> unary() {
    return Map.copyOf(unary);
  }

  /** The loops of ops with two operands; their target may be either source. */
  public Map<OpKind, Binary<A, A>> binary() {
    return Map.copyOf(binary);
  }

  public Selection<A> where() {
    return where;
  }

  public Clipping<A> clip() {
    return clip;
  }

  /** Bounds for {@link #clip} that hold nothing back, to be written over where there are some. */
  public A unbounded() {
    return copy.apply(unbounded);
  }
}
