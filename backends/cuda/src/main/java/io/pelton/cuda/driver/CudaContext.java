package io.pelton.cuda.driver;

import jcuda.driver.CUfunction;

/** The context of one device. */
public abstract class CudaContext {
  /** A kernel of a module that is loaded once. */
  public abstract CUfunction function(String module, String name);
}
