package io.pelton.engine.graph;

import io.pelton.engine.graph.ElementwiseOp.Binary;
import io.pelton.engine.graph.ElementwiseOp.Cast;
import io.pelton.engine.graph.LinalgOp.Dense;
import io.pelton.engine.graph.QuantizeOp.Dequantize;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Extent;
import io.pelton.engine.tensor.Shape;
import io.pelton.engine.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Products of 8-bit integers, summed exactly. */
public sealed interface IntegerProductOp extends QuantizeOp, Decomposable {
  private static boolean has(List<ValueId> operands, int operand) {
    return operand < operands.size() && !operands.get(operand).isAbsent();
  }

  /** The operand less its zero point, in the dtype. */
  private static ValueId centered(
      Graph graph, String name, ValueId value, ValueId zero, DType dtype) {
    ValueId wide = graph.apply(name, new Cast(dtype), value);
    return zero == null
        ? wide
        : graph.apply(name, new Binary(OpKind.SUB), wide, graph.apply(name, new Cast(dtype), zero));
  }

  private static ValueId unsqueezed(Graph graph, String name, ValueId value, List<Long> axes) {
    long[] at = axes.stream().mapToLong(axis -> axis).toArray();
    ValueId inserted = graph.constant(name + ".axes", Tensor.of(at, at.length));
    return graph.apply(name, new ViewOp.Unsqueeze(), value, inserted);
  }

  private static ValueId dequantized(
      Graph graph, String name, List<ValueId> operands, int operand, int axis) {
    return graph.apply(
        name,
        new Dequantize(axis),
        operands.get(operand),
        operands.get(operand + 1),
        operands.get(operand + 2));
  }

  /**
   * {@code (A - a) * (B - b)} as I32, which wraps. Operands: A [..., M, K] and B [..., K, N], each
   * I8 or U8; then optionally A's zero point (one element, [M], or [..., M, 1]) and B's (one
   * element, [N], or [..., 1, N]), each of its operand's dtype.
   */
  record MatMulInteger() implements IntegerProductOp {
    @Override
    public OpKind kind() {
      return OpKind.MATMUL_INTEGER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      QuantizedRule.checkBytes(in, 0, "A");
      QuantizedRule.checkBytes(in, 1, "B");
      ConvRule.checkDType(in, 2, "the zero point of A", in.dtype(0));
      ConvRule.checkDType(in, 3, "the zero point of B", in.dtype(1));
      return List.of(DType.I32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape a = in.shape(0);
      Shape b = in.shape(1);
      if (in.has(2)) {
        Shape zero = in.shape(2);
        boolean isColumn = zero.rank() == 1 && a.rank() > 1;
        Shape column = isColumn ? Shape.of(zero.extent(0), Extent.fixed(1)) : zero;
        Broadcast.checkInto(in, column, last(a, a.rank() - 1));
      }
      if (in.has(3)) {
        Broadcast.checkInto(in, in.shape(3), last(b, Math.max(b.rank() - 2, 0)));
      }
      return List.of(ProductRule.shape(in, 0, 1));
    }

    /** The shape with length 1 at the inner axis. */
    private static Shape last(Shape shape, int inner) {
      List<Extent> extents = new ArrayList<>(shape.extents());
      extents.set(inner, Extent.fixed(1));
      return Shape.of(extents);
    }

    @Override
    public boolean isRowwise(Inference in) {
      Shape a = in.shape(0);
      boolean isColumn = in.has(2) && in.shape(2).rank() == 1 && a.rank() == 2;
      boolean alongRows = in.has(2) && (isColumn || in.shape(2).rank() == a.rank());
      boolean isZeroRowwise =
          !in.has(2)
              || !QuantizedRule.isPerChannel(in, 2)
              || in.hasRows(2) == (alongRows && in.hasRows(0) && !isOne(in.shape(2).extent(0)));
      boolean isRightFixed = !in.hasRows(3) || in.shape(3).rank() == in.shape(1).rank();
      return ProductRule.isRowwise(in, 0, 1) && isZeroRowwise && isRightFixed;
    }

    private static boolean isOne(Extent extent) {
      return extent.isFixed() && extent.max() == 1;
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId zero = has(operands, 2) ? operands.get(2) : null;
      boolean isColumn = zero != null && rank(graph, zero) == 1;
      if (isColumn && rank(graph, operands.get(0)) > 1) {
        zero = unsqueezed(graph, name, zero, List.of(1L));
      }
      ValueId a = centered(graph, name, operands.get(0), zero, DType.I32);
      ValueId other = has(operands, 3) ? operands.get(3) : null;
      ValueId b = centered(graph, name, operands.get(1), other, DType.I32);
      return List.of(graph.apply(name, new LinalgOp.MatMul(), a, b));
    }

    private static int rank(Graph graph, ValueId value) {
      return ((ValueType.TensorType) graph.type(value)).shape().rank();
    }
  }

  /**
   * A convolution of {@code x - zx} with {@code w - zw} as I32, which wraps; padding counts as 0.
   * Operands: x and w as of {@link ConvOp.Conv}, each I8 or U8; then optionally x's zero point (one
   * element) and w's (one element or [M]), each of its operand's dtype.
   */
  record ConvInteger(Window window, int group) implements IntegerProductOp {
    @Override
    public OpKind kind() {
      return OpKind.CONV_INTEGER;
    }

    @Override
    public List<DType> dtypes(Inference in) {
      QuantizedRule.checkBytes(in, 0, "x");
      QuantizedRule.checkBytes(in, 1, "w");
      ConvRule.checkDType(in, 2, "the zero point of x", in.dtype(0));
      ConvRule.checkDType(in, 3, "the zero point of w", in.dtype(1));
      return List.of(DType.I32);
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape output = ConvRule.shape(in, window, group, 0, 1);
      ConvRule.checkSingle(in, 2, "the zero point of x");
      if (in.has(3) && QuantizedRule.isPerChannel(in, 3)) {
        ConvRule.checkPerChannel(in, 3, "the zero point of w", output.extent(1));
      }
      return List.of(output);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return IntStream.range(1, in.count()).noneMatch(in::hasRows);
    }

    /** Sums of such products are exact in float64. */
    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId zero = has(operands, 2) ? operands.get(2) : null;
      ValueId x = centered(graph, name, operands.get(0), zero, DType.F64);
      ValueId other = has(operands, 3) ? operands.get(3) : null;
      if (other != null && ((ValueType.TensorType) graph.type(other)).shape().rank() == 1) {
        List<Long> axes =
            IntStream.rangeClosed(1, window.strides().size() + 1)
                .mapToObj(axis -> (long) axis)
                .toList();
        other = unsqueezed(graph, name, other, axes);
      }
      ValueId w = centered(graph, name, operands.get(1), other, DType.F64);
      ValueId sums = graph.apply(name, new ConvOp.Conv(window, group, Activation.NONE), x, w);
      ValueId whole = graph.apply(name, new Cast(DType.I64), sums);
      return List.of(graph.apply(name, new Cast(DType.I32), whole));
    }
  }

  /**
   * {@code activation(dequantized A * dequantized B + bias)} in F32. Operands: A, its scale, its
   * zero point; B, its scale, its zero point; then optionally the bias. A and B are I8 or U8; A's
   * scale and zero point have one element, B's one or [N]; zero points may be absent. The bias
   * broadcasts to the product.
   *
   * <p>Integers are summed exactly and scaled once, where the decomposition rounds every step of
   * the sum: before the activation, both differ by at most {@code (K + 6) * 2^-24} times the sum of
   * the absolute products, plus one rounding of the bias.
   */
  record QuantizedDense(Activation activation) implements IntegerProductOp {
    private static final int B = QuantizedRule.RIGHT;
    private static final int BIAS = QuantizedRule.BIAS;

    @Override
    public OpKind kind() {
      return OpKind.QUANTIZED_DENSE;
    }

    @Override
    public String label() {
      return activation.appendTo(kind().label());
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return QuantizedRule.product(in, "A", "B");
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape product = ProductRule.shape(in, 0, B);
      Shape b = in.shape(B);
      QuantizedRule.checkPerTensor(in, 0, "A");
      if (b.rank() > 1) {
        QuantizedRule.checkChannels(in, B, "B", b.extent(b.rank() - 1));
      } else {
        QuantizedRule.checkPerTensor(in, B, "B");
      }
      if (in.has(BIAS)) {
        Broadcast.checkInto(in, in.shape(BIAS), product);
      }
      return List.of(product);
    }

    @Override
    public boolean isRowwise(Inference in) {
      boolean areParametersFixed = IntStream.of(1, 2, 4, 5).noneMatch(in::hasRows);
      return areParametersFixed
          && ProductRule.isRowwise(in, 0, B)
          && ProductRule.haveRowsOf(in, BIAS, shapes(in).get(0).rank());
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId a = dequantized(graph, name, operands, 0, -1);
      ValueId b = dequantized(graph, name, operands, B, -1);
      List<ValueId> dense = new ArrayList<>(List.of(a, b));
      dense.addAll(operands.subList(BIAS, operands.size()));
      return new Dense(activation).decompose(graph, name, dense);
    }
  }

  /**
   * {@code activation(convolution of dequantized x with dequantized w + bias)} in F32. Operands: x,
   * its scale, its zero point; w, its scale, its zero point; then optionally the bias [M]. x and w
   * are I8 or U8; x's scale and zero point have one element, w's one or [M]; zero points may be
   * absent. The difference to the decomposition is that of {@link QuantizedDense}, with K the
   * elements of one kernel.
   */
  record QuantizedConv(Window window, int group, Activation activation)
      implements IntegerProductOp {
    private static final int W = QuantizedRule.RIGHT;
    private static final int BIAS = QuantizedRule.BIAS;

    @Override
    public OpKind kind() {
      return OpKind.QUANTIZED_CONV;
    }

    @Override
    public String label() {
      return activation.appendTo(kind().label());
    }

    @Override
    public List<DType> dtypes(Inference in) {
      return QuantizedRule.product(in, "x", "w");
    }

    @Override
    public List<Shape> shapes(Inference in) {
      Shape output = ConvRule.shape(in, window, group, 0, W);
      QuantizedRule.checkPerTensor(in, 0, "x");
      QuantizedRule.checkChannels(in, W, "w", output.extent(1));
      ConvRule.checkPerChannel(in, BIAS, "the bias", output.extent(1));
      return List.of(output);
    }

    @Override
    public boolean isRowwise(Inference in) {
      return IntStream.range(1, in.count()).noneMatch(in::hasRows);
    }

    @Override
    public List<ValueId> decompose(Graph graph, String name, List<ValueId> operands) {
      ValueId x = dequantized(graph, name, operands, 0, 1);
      ValueId w = dequantized(graph, name, operands, W, 0);
      List<ValueId> conv = new ArrayList<>(List.of(x, w));
      conv.addAll(operands.subList(BIAS, operands.size()));
      ConvOp.Conv op = new ConvOp.Conv(window, group, activation);
      return op.decompose(graph, name, conv);
    }
  }
}
