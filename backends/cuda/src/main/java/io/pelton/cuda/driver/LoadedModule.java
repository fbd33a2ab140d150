package io.pelton.cuda.driver;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import jcuda.driver.CUfunction;
import jcuda.driver.CUmodule;
import jcuda.driver.JCudaDriver;

/** A module of code that was made at run time, in a context until it is closed. Thread-safe. */
public final class LoadedModule implements AutoCloseable {
  private final CudaContext context;
  private final String name;
  private final CUmodule handle;
  private boolean isClosed;

  private LoadedModule(CudaContext context, String name, CUmodule handle) {
    this.context = context;
    this.name = name;
    this.handle = handle;
  }

  /**
   * @param name how errors call it
   * @param ptx as the compiler gives it
   * @throws io.pelton.engine.error.DeviceFailure when the driver can't take it
   */
  public static LoadedModule load(CudaContext context, String name, String ptx) {
    byte[] text = ptx.replace("\0", "").getBytes(StandardCharsets.UTF_8);
    byte[] terminated = Arrays.copyOf(text, text.length + 1);
    CUmodule handle = new CUmodule();
    context.gate().enter();
    try {
      context.check(
          JCudaDriver.cuModuleLoadData(handle, terminated), "loading of module '" + name + "'");
    } finally {
      context.gate().leave();
    }
    return new LoadedModule(context, name, handle);
  }

  /** A kernel of the module, which is not to be launched after {@link #close}. */
  public CUfunction function(String function) {
    CUfunction found = new CUfunction();
    context.gate().enter();
    try {
      context.check(
          JCudaDriver.cuModuleGetFunction(found, handle, function),
          "look-up of kernel '" + function + "' in module '" + name + "'");
    } finally {
      context.gate().leave();
    }
    return found;
  }

  /** True when the context that it is in was lost. */
  public boolean isLost() {
    return context.isLost();
  }

  /** Unloads it. */
  @Override
  public synchronized void close() {
    if (isClosed || !context.gate().enterToRelease()) {
      return;
    }
    try {
      isClosed = true;
      context.checkReleased(
          JCudaDriver.cuModuleUnload(handle), "unloading of module '" + name + "'");
    } finally {
      context.gate().leave();
    }
  }
}
