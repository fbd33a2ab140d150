package io.pelton.engine.graph;

import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Shape;
import java.util.List;

/** Ops that move a window over spatial axes. */
public sealed interface ConvOp extends Op {
  /**
   * ai.onnx Conv over one, two or three spatial axes. Operands: x [N, C, spatial...], w [M, C /
   * group, kernel...], then optionally the bias [M]. Products are summed over the group's channels,
   * then over the kernel's elements in row-major order, padding left out; then the bias is added,
   * then the activation applied. Every step is rounded to the operands' dtype, as if the steps were
   * nodes of their own.
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
}
