package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import java.util.ArrayList;
import java.util.List;

/** Ops that move a window over spatial axes. */
public sealed interface ConvOp extends Op {
  /**
   * ai.onnx Conv over one, two or three spatial axes. Operands: x [N, C, spatial...], w [M, C /
   * group, kernel...], then optionally the bias [M]. Products are summed over the group's channels,
   * then over the kernel's elements in row-major order, padding left out, and a sum of -0 counts as
   * 0; then the bias is added, then the activation applied. Every step is rounded to the operands'
   * dtype, as if the steps were nodes of their own.
   */
  record Conv(Window window, int group, Activation activation) implements ConvOp, Decomposable {
    private static final int BIAS = 2;

    @Override
    public OpKind kind() {
      return OpKind.CONV;
    }

    @Override
    public String label() {
      return activation.appendTo(kind().label());
    }

    @Override
    public List<DType> dtypes(Inference in) {
      DType dtype = in.dtype(0);
      in.check(dtype.isFloat(), "is not defined for " + dtype);
      ConvRule.checkDType(in, 1, "w", dtype);
      ConvRule.checkDType(in, BIAS, "the bias", dtype);
      return List.of(dtype);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape output = ConvRule.shape(in, window, group, 0, 1);
      ConvRule.checkPerChannel(in, BIAS, "the bias", output.extent(1));
      return List.of(output);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return !in.hasRows(1) && !in.hasRows(BIAS);
    }

    /** Splits bias and activation off; the convolution itself stays. */
    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      Op plain = new Conv(window, group, Activation.NONE);
      ValueId value = graph.apply(name, plain, operands.get(0), operands.get(1));
      if (operands.size() > BIAS && !operands.get(BIAS).isAbsent()) {
        int axes = window.strides().size();
        value = ConvRule.plusBias(graph, name, value, operands.get(BIAS), axes);
      }
      return List.of(activation.apply(graph, name, value));
    }
  }

  /**
   * The largest or the mean element under a window that moves over one, two or three spatial axes,
   * as ai.onnx MaxPool and AveragePool define it, or the sum of the elements. Operand: x [N, C,
   * spatial...]. Output: [N, C, spatial...].
   *
   * <p>The largest leaves padding and NaN out, as the standard's reference does; of a window with
   * nothing else it is the lowest finite number. The mean is the sum over the window in row-major
   * order, divided by the number of elements; floats below 32 bits are summed in float32.
   *
   * @param kind MAX_POOL, also of I8 and U8, AVERAGE_POOL or SUM_POOL
   * @param lengths of the window, one for each spatial axis
   * @param countsPadding the mean counts padding, which is 0
   */
  record Pool(OpKind kind, List<Integer> lengths, Window window, boolean countsPadding)
      implements ConvOp {
    public Pool {
      lengths = List.copyOf(lengths);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      in.check(
          kind == OpKind.MAX_POOL || kind == OpKind.AVERAGE_POOL || kind == OpKind.SUM_POOL,
          kind + " is no kind of pooling");
      in.check(
          in.dtype(0).isFloat() || (kind == OpKind.MAX_POOL && isByte(in.dtype(0))),
          "is not defined for " + in.dtype(0));
      return List.of(in.dtype(0));
    }

    static boolean isByte(DType dtype) {
      return dtype == DType.I8 || dtype == DType.U8;
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape x = in.shape(0);
      in.check(
          x.rank() >= 3 && x.rank() <= 5 && lengths.size() == x.rank() - 2,
          "x should have one, two or three spatial axes, as many as the window "
              + lengths
              + ", but is "
              + x);
      window.check(in, lengths.size());
      List<Extent> extents = new ArrayList<>(x.extents().subList(0, 2));
      for (int axis = 0; axis < lengths.size(); axis++) {
        in.check(lengths.get(axis) > 0, "the window should not be empty but is " + lengths);
        in.check(
            window.padsBegin().get(axis) < window.reach(axis, lengths.get(axis))
                && window.padsEnd().get(axis) < window.reach(axis, lengths.get(axis)),
            "no window should lie in padding only but pads are " + window);
        extents.add(window.output(in, axis, x.extent(axis + 2), lengths.get(axis)));
      }
      return List.of(Shape.of(extents));
    }
  }

  /**
   * The largest element under a window as {@link Pool} finds it, and as I64 which element of x that
   * is: the first of equal ones, counted over the whole of x. Of a window without any number it is
   * the window's first element.
   *
   * @param lengths of the window, one for each spatial axis
   * @param isColumnMajor the spatial axes are counted with the first varying fastest
   */
  record PoolWithIndices(List<Integer> lengths, Window window, boolean isColumnMajor)
      implements ConvOp {
    public PoolWithIndices {
      lengths = List.copyOf(lengths);
    }

    @Override
    public OpKind kind() {
      return OpKind.MAX_POOL_WITH_INDICES;
    }

    private Pool pool() {
      return new Pool(OpKind.MAX_POOL, lengths, window, false);
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return List.of(pool().dtypes(in).get(0), DType.I64);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape output = pool().shapes(in).get(0);
      return List.of(output, output);
    }

    /** Elements are counted over all rows. */
    @Override
    public boolean isRowwise(Inference in) {
      return false;
    }
  }
}
