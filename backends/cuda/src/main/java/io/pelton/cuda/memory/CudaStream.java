package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.engine.error.EngineException;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/**
 * A stream, and which kernel was launched in it last: failures of kernels surface at whatever is
 * called afterwards, whose error names it therefore.
 */
final class CudaStream {
  private final CudaContext context;
  private final CUstream handle = new CUstream();
  private String lastKernel;

  /** With the context bound. */
  CudaStream(CudaContext context) {
    this.context = context;
    context.check(
        JCudaDriver.cuStreamCreate(handle, CUstream_flags.CU_STREAM_NON_BLOCKING),
        "creation of a stream");
  }

  CudaContext context() {
    return context;
  }

  CUstream handle() {
    return handle;
  }

  void launched(String kernel) {
    lastKernel = kernel;
  }

  /**
   * @throws EngineException for anything but success
   */
  void check(int code, String action) {
    if (code != CUresult.CUDA_SUCCESS) {
      throw failure(code, action);
    }
  }

  EngineException failure(int code, String action) {
    return context.failure(
        lastKernel == null ? action : action + " behind kernel '" + lastKernel + "'", code);
  }

  /** Returns the code with which everything in it ended. */
  int synchronize() {
    return JCudaDriver.cuStreamSynchronize(handle);
  }

  void close(Release release) {
    release.note(JCudaDriver.cuStreamDestroy(handle), "release of a stream");
  }
}
