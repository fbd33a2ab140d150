package io.pelton.cpu.kernel.matmul;

import static io.pelton.cpu.kernel.DTypes.SINGLES;

import io.pelton.cpu.block.Blocks;
import io.pelton.cpu.block.Lane;
import io.pelton.cpu.kernel.ScalarKernels;
import io.pelton.engine.graph.LinalgOp.Gemm;
import io.pelton.engine.graph.OpKind;
import io.pelton.engine.kernel.BindingTable;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.NodeSpec;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import io.pelton.engine.tensor.Layout;
import java.util.Arrays;
import java.util.List;

/**
 * MatMul and Gemm. Floats below 32 bits are summed in float32 and rounded once; integers wrap. See
 * {@link Epilogue} for what Gemm adds.
 *
 * @param <A> array type of the lane
 */
public final class MatMulKernels<A> {
  private final Lane<A> lane;
  private final RowProduct<A> product;
  private final Epilogue.Loop<A> scaling;

  private MatMulKernels(Lane<A> lane, RowProduct<A> product, Epilogue.Loop<A> scaling) {
    this.lane = lane;
    this.product = product;
    this.scaling = scaling;
  }

  public static void register(BindingTable.Builder table) {
    ScalarKernels kernels = new ScalarKernels(table);
    new MatMulKernels<>(Lane.FLOATS, RowProducts::floats, Epilogues::floats).add(kernels, SINGLES);
    new MatMulKernels<>(Lane.DOUBLES, RowProducts::doubles, Epilogues::doubles)
        .add(kernels, List.of(DType.F64));
    new MatMulKernels<>(Lane.LONGS, RowProducts::longs, Epilogues::longs)
        .add(kernels, List.of(DType.I64, DType.I32, DType.U64, DType.U32));
  }

  private void add(ScalarKernels kernels, List<DType> dtypes) {
    for (DType dtype : dtypes) {
      kernels.add(OpKind.MATMUL, this::matMul, dtype, dtype, dtype);
      kernels.add(OpKind.GEMM, this::gemm, dtype, dtype, dtype);
    }
  }

  private Call matMul(NodeSpec node, Operand[] in, Operand[] out) {
    Layout left = MatrixViews.left(in[0].layout());
    Layout right = MatrixViews.right(in[1].layout());
    long[] result = out[0].layout().dims();
    int vectors = (in[0].layout().rank() == 1 ? 1 : 0) + (in[1].layout().rank() == 1 ? 1 : 0);
    long[] batch = Arrays.copyOf(result, result.length - 2 + vectors);
    Epilogue<A> none = new Epilogue<>(1, 0, null, scaling);
    return call(node, in, out[0], left, right, batch, false, none);
  }

  private Call gemm(NodeSpec node, Operand[] in, Operand[] out) {
    Gemm op = (Gemm) node.op();
    Layout left = op.transposeA() ? in[0].layout().permute(1, 0) : in[0].layout();
    Layout right = op.transposeB() ? in[1].layout().permute(1, 0) : in[1].layout();
    boolean hasAddend = in.length > 2 && in[2] != null;
    Epilogue<A> epilogue =
        new Epilogue<>(
            op.alpha(),
            op.beta(),
            hasAddend ? rows(in[2], in[2].layout().broadcastTo(out[0].layout().dims())) : null,
            scaling);
    return call(node, in, out[0], left, right, new long[0], op.transposeB(), epilogue);
  }

  private Call call(
      NodeSpec node,
      Operand[] in,
      Operand out,
      Layout left,
      Layout right,
      long[] batch,
      boolean isTransposed,
      Epilogue<A> epilogue) {
    ProductShape shape = ProductShape.of(node, batch, left, right.dim(right.rank() - 1));
    Layout lefts = left.broadcastTo(MatrixViews.append(batch, shape.matrixRows(), shape.inner()));
    return new ProductCall<>(
        shape,
        rows(in[0], lefts),
        RightOperand.of(node, in[1], right, batch, isTransposed, lane),
        lane.output(out, shape.columns()),
        product,
        epilogue);
  }

  /** One row of a matrix makes a block. */
  private Blocks<A> rows(Operand operand, Layout view) {
    return lane.blocks(operand, view, Math.toIntExact(view.dim(view.rank() - 1)));
  }
}
