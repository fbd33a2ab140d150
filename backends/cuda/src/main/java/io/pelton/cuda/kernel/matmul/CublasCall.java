package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.memory.CudaQueue;
import io.pelton.engine.kernel.Call;
import io.pelton.engine.kernel.Operand;
import io.pelton.engine.tensor.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import jcuda.Pointer;
import jcuda.cudaDataType;
import jcuda.driver.CUdeviceptr;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasComputeType;
import jcuda.jcublas.cublasGemmAlgo;
import jcuda.jcublas.cublasOperation;

/**
 * Products of one matrix after the other by cuBLAS. Rows of ours are columns to cuBLAS: it is asked
 * for the transposed result, with the operands exchanged.
 */
final class CublasCall implements Call {
  private static final String ACTION = "product by cuBLAS";

  private final Product product;
  private final CudaQueue queue;
  private final CublasHandle handle;
  private final CublasMatrix left;
  private final CublasMatrix right;
  private final Pointer alpha;
  private final Pointer zero;
  private final int type;
  private final int computeType;

  CublasCall(Product product, float alpha, CublasMatrix left, CublasMatrix right) {
    this.product = product;
    this.queue = (CudaQueue) product.node().queue();
    this.handle = CublasHandle.of(queue);
    this.left = left;
    this.right = right;
    DType dtype = product.out().dtype();
    this.alpha = scalar(dtype, alpha);
    this.zero = scalar(dtype, 0);
    this.type = type(dtype);
    this.computeType =
        dtype == DType.F64
            ? cublasComputeType.CUBLAS_COMPUTE_64F
            : cublasComputeType.CUBLAS_COMPUTE_32F_PEDANTIC;
  }

  private static int type(DType dtype) {
    return switch (dtype) {
      case F64 -> cudaDataType.CUDA_R_64F;
      case F32 -> cudaDataType.CUDA_R_32F;
      case F16 -> cudaDataType.CUDA_R_16F;
      case BF16 -> cudaDataType.CUDA_R_16BF;
      default -> throw new IllegalArgumentException("no products of " + dtype + " by cuBLAS");
    };
  }

  /** In the type in which products are summed. */
  private static Pointer scalar(DType dtype, float value) {
    ByteBuffer bytes = ByteBuffer.allocateDirect(Double.BYTES).order(ByteOrder.nativeOrder());
    if (dtype == DType.F64) {
      bytes.putDouble(0, value);
    } else {
      bytes.putFloat(0, value);
    }
    return Pointer.to(bytes);
  }

  @Override
  public void run(int activeRows) {
    RowAxes axes = product.axes();
    long active = axes.matrices() * axes.rows() * activeRows / product.node().rows();
    int rows = (int) Math.min(axes.rows(), active);
    int matrices = rows == 0 ? 0 : (int) (active / rows);
    if (matrices > 0) {
      queue.submit(ACTION, () -> handle.check(multiply(rows, matrices), ACTION));
    }
  }

  private int multiply(int rows, int matrices) {
    int columns = (int) product.views().columns();
    return JCublas2.cublasGemmStridedBatchedEx_new(
        handle.handle(),
        operation(right),
        operation(left),
        columns,
        rows,
        (int) product.views().inner(),
        alpha,
        pointer(product.right()),
        type,
        right.leading(),
        right.batchStride(),
        pointer(product.left()),
        type,
        left.leading(),
        left.batchStride(),
        zero,
        pointer(product.out()),
        type,
        columns,
        (long) columns * rows,
        matrices,
        computeType,
        cublasGemmAlgo.CUBLAS_GEMM_DEFAULT);
  }

  private static int operation(CublasMatrix matrix) {
    return matrix.isByColumns() ? cublasOperation.CUBLAS_OP_T : cublasOperation.CUBLAS_OP_N;
  }

  private static Pointer pointer(Operand operand) {
    long width = operand.dtype().carrier().width();
    return new CUdeviceptr().withByteOffset(operand.device().address() + operand.offset() * width);
  }
}
