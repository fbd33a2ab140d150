package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * Transforms between time and frequency. Complex numbers are pairs along the last axis, which has
 * length 1 for real ones. Real numbers and F64 are transformed in float64, complex numbers of
 * narrower floats in float32.
 */
public sealed interface SignalOp extends Op {
  /**
   * ai.onnx DFT along one axis but the last. Operands: x, then optionally the transform's length
   * and the axis, integer scalars. A length beyond x's pads with zeros, one below cuts off. The
   * inverse is divided by the length. A one-sided transform of real numbers gives the first half of
   * the frequencies; its inverse takes these and gives real numbers.
   *
   * @param axis where no operand says it
   */
  record Dft(int axis, boolean isInverse, boolean isOneSided) implements SignalOp {
    public static final int LENGTH = 1;
    public static final int AXIS = 2;

    @Override
    public OpKind kind() {
      return OpKind.DFT;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand >= LENGTH;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(in.dtype(0).isFloat(), "is not defined for " + in.dtype(0));
      return List.of(in.dtype(0));
    }

    @Override
    public List<Shape> shapes(Inference in) {
      List<Extent> extents = new ArrayList<>(in.shape(0).extents());
      int last = extents.size() - 1;
      in.check(last >= 1, "x should have an axis before the last but is " + in.shape(0));
      Extent parts = extents.get(last);
      in.check(
          !parts.isFixed() || parts.max() == 1 || parts.max() == 2,
          "the last axis should hold real numbers or pairs but x is " + in.shape(0));
      in.check(
          !isOneSided || !parts.isFixed() || parts.max() == (isInverse ? 2 : 1),
          "a one-sided transform is of real numbers, its inverse of complex ones, but x is "
              + in.shape(0));
      extents.set(last, Extent.fixed(isInverse && isOneSided ? 1 : 2));
      OptionalInt at = axis(in);
      if (at.isEmpty()) {
        for (int i = 0; i < last; i++) {
          extents.set(i, in.unknown(Extent.UNBOUNDED));
        }
      } else {
        extents.set(at.getAsInt(), outputs(in, extents.get(at.getAsInt())));
      }
      return List.of(Shape.of(extents));
    }

    /** The axis, where it is known. */
    public OptionalInt axis(Inference in) {
      int rank = in.shape(0).rank();
      if (in.has(AXIS) && in.fixedIntegers(AXIS).isEmpty()) {
        return OptionalInt.empty();
      }
      int at = in.axis(in.has(AXIS) ? in.fixedIntegers(AXIS).orElseThrow()[0] : axis, rank);
      in.check(at != rank - 1, "the last axis, which holds pairs, can't be transformed");
      return OptionalInt.of(at);
    }

    private Extent outputs(Inference in, Extent given) {
      boolean isHalved = isOneSided && !isInverse;
      if (!in.has(LENGTH) && !isOneSided) {
        return given;
      }
      Extent length = in.has(LENGTH) ? SampleRule.length(in, LENGTH, 0) : given;
      if (!length.isFixed()) {
        return in.unknown(Extent.UNBOUNDED);
      }
      long full = in.has(LENGTH) || !isInverse ? length.max() : 2 * (length.max() - 1);
      in.check(full >= 1, "the transform's length should be above 0 but is " + full);
      return Extent.fixed(isHalved ? full / 2 + 1 : full);
    }

    @Override
    public boolean isRowwise(Inference in) {
      OptionalInt at = axis(in);
      return at.isPresent() && at.getAsInt() != 0;
    }
  }

  /**
   * ai.onnx STFT: transforms of parts of a signal. Operands: the signal [N, L, 1 or 2], the step
   * between parts, then optionally the window that parts are multiplied with and the parts' length,
   * one of which is needed; output [N, parts, frequencies, 2].
   */
  record Stft(boolean isOneSided) implements SignalOp {
    public static final int STEP = 1;
    public static final int WINDOW = 2;
    public static final int LENGTH = 3;

    @Override
    public OpKind kind() {
      return OpKind.STFT;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand == STEP || operand == LENGTH;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      ConvRule.checkDType(in, WINDOW, "the window", dtype);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape signal = in.shape(0);
      in.check(signal.rank() == 3, "the signal should be [N, L, 1 or 2] but is " + signal);
      Extent parts = signal.extent(2);
      in.check(
          !parts.isFixed() || parts.max() == 1 || (parts.max() == 2 && !isOneSided),
          "the signal should be real"
              + (isOneSided ? " for one-sided transforms" : " or complex")
              + " but is "
              + signal);
      Extent length = length(in);
      Extent step = SampleRule.length(in, STEP, 0);
      in.check(!step.isFixed() || step.max() > 0, "the step should be above 0");
      in.check(!length.isFixed() || length.max() > 0, "the length of parts should be above 0");
      boolean isKnown = length.isFixed() && step.isFixed() && signal.extent(1).isFixed();
      Extent frames = isKnown ? frames(in, length, step) : in.unknown(Extent.UNBOUNDED);
      Extent bins = !isOneSided ? length : half(in, length);
      return List.of(Shape.of(signal.extent(0), frames, bins, Extent.fixed(2)));
    }

    private static Extent half(Inference in, Extent length) {
      return length.isFixed() ? Extent.fixed(length.max() / 2 + 1) : in.unknown(Extent.UNBOUNDED);
    }

    private static Extent frames(Inference in, Extent length, Extent step) {
      long room = in.shape(0).extent(1).max() - length.max();
      in.check(room >= 0, "the signal is shorter than parts of " + length);
      return Extent.fixed(room / step.max() + 1);
    }

    /** The length of parts. */
    public static Extent length(Inference in) {
      in.check(in.has(WINDOW) || in.has(LENGTH), "should have a window or a length of parts");
      if (!in.has(LENGTH)) {
        in.check(in.shape(WINDOW).rank() == 1, "the window is " + in.shape(WINDOW));
        return in.shape(WINDOW).extent(0);
      }
      Extent length = SampleRule.length(in, LENGTH, 0);
      boolean fits =
          !in.has(WINDOW)
              || !length.isFixed()
              || in.shape(WINDOW).equals(Shape.of(length))
              || !in.shape(WINDOW).isFixed();
      in.check(fits, "the window should be [" + length + "]");
      return length;
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(WINDOW);
    }
  }

  /**
   * ai.onnx MelWeightMatrix. Operands: the number of mel bins, the length of the transform and the
   * sample rate, integer scalars, then the lowest and highest frequency; output [length / 2 + 1,
   * bins].
   */
  record MelWeights(DType dtype) implements SignalOp {
    public static final int LOWEST = 3;
    public static final int HIGHEST = 4;

    @Override
    public OpKind kind() {
      return OpKind.MEL_WEIGHTS;
    }

    @Override
    public boolean isPlanOperand(int operand) {
      return operand < LOWEST;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      in.check(
          in.dtype(LOWEST).isFloat() && in.dtype(HIGHEST) == in.dtype(LOWEST),
          "frequencies should be floats");
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      ConvRule.checkSingle(in, LOWEST, "the lowest frequency");
      ConvRule.checkSingle(in, HIGHEST, "the highest frequency");
      Extent length = SampleRule.length(in, 1, 0);
      Extent bins =
          length.isFixed() ? Extent.fixed(length.max() / 2 + 1) : in.unknown(Extent.UNBOUNDED);
      return List.of(Shape.of(bins, SampleRule.length(in, 0, 0)));
    }

    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }
}
