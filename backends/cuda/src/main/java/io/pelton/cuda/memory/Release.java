package io.pelton.cuda.memory;

import io.pelton.cuda.driver.CudaContext;
import io.pelton.engine.error.EngineException;
import jcuda.driver.CUresult;

/**
 * Collects what goes wrong while several things are released, so that all of them are. That the
 * context turns out to be lost is nothing to complain about: all in it is gone then.
 */
final class Release {
  private final CudaContext context;
  private EngineException failure;

  Release(CudaContext context) {
    this.context = context;
  }

  /** True for success. */
  boolean note(int code, String action) {
    if (code == CUresult.CUDA_SUCCESS) {
      return true;
    }
    EngineException noted = context.failure(action, code);
    if (failure == null && !context.isLost()) {
      failure = noted;
    }
    return false;
  }

  /** Does something that reports by itself what goes wrong. */
  void attempt(Runnable releasing) {
    try {
      releasing.run();
    } catch (EngineException e) {
      if (failure == null && !context.isLost()) {
        failure = e;
      }
    }
  }

  /**
   * @throws EngineException what went wrong first
   */
  void finish() {
    if (failure != null) {
      throw failure;
    }
  }
}
