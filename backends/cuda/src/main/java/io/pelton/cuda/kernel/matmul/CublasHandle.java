package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.cuda.memory.CudaQueue;
import io.pelton.cuda.memory.QueueAttachment;
import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.error.EngineException;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.JCudaDriver;
import jcuda.jcublas.JCublas2;
import jcuda.jcublas.cublasAtomicsMode;
import jcuda.jcublas.cublasHandle;
import jcuda.jcublas.cublasMath;
import jcuda.jcublas.cublasPointerMode;
import jcuda.jcublas.cublasStatus;
import jcuda.runtime.cudaStream_t;

/**
 * A handle of cuBLAS on one queue's stream, and so with a workspace that no other stream uses; the
 * library takes that by itself, beside the budget for memory. Sums are taken in the operands'
 * precision or a higher one, and without atomics.
 */
final class CublasHandle implements QueueAttachment {
  private final CudaContext context;
  private final CUstream stream;
  private final cublasHandle handle = new cublasHandle();

  private CublasHandle(CudaQueue queue) {
    this.context = queue.context();
    this.stream = queue.stream();
    check(JCublas2.cublasCreate(handle), "creation of a cuBLAS handle");
    try {
      check(
          JCublas2.cublasSetStream(handle, new cudaStream_t(stream)), "choice of cuBLAS's stream");
      check(
          JCublas2.cublasSetPointerMode(handle, cublasPointerMode.CUBLAS_POINTER_MODE_HOST),
          "choice of cuBLAS's pointer mode");
      check(
          JCublas2.cublasSetAtomicsMode(handle, cublasAtomicsMode.CUBLAS_ATOMICS_NOT_ALLOWED),
          "choice of cuBLAS's atomics mode");
      check(
          JCublas2.cublasSetMathMode(handle, cublasMath.CUBLAS_PEDANTIC_MATH),
          "choice of cuBLAS's math mode");
    } catch (EngineException e) {
      JCublas2.cublasDestroy(handle);
      throw e;
    }
  }

  /** The queue's own, made when first asked for. */
  static CublasHandle of(CudaQueue queue) {
    return queue.attached(CublasHandle.class, () -> new CublasHandle(queue));
  }

  cublasHandle handle() {
    return handle;
  }

  /**
   * @throws EngineException for anything but success: that the device is lost, where that is why
   */
  void check(int status, String action) {
    if (status == cublasStatus.CUBLAS_STATUS_SUCCESS) {
      return;
    }
    int code = JCudaDriver.cuStreamQuery(stream);
    if (code != CUresult.CUDA_SUCCESS && code != CUresult.CUDA_ERROR_NOT_READY) {
      throw context.failure(action, code);
    }
    throw new DeviceFailure(context.device().toString(), action, cublasStatus.stringFor(status));
  }

  @Override
  public void free() {
    check(JCublas2.cublasDestroy(handle), "release of a cuBLAS handle");
  }
}
