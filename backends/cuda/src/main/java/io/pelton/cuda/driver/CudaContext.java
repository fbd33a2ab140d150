package io.pelton.cuda.driver;

import io.pelton.engine.error.DeviceFailure;
import io.pelton.engine.error.DeviceLost;
import io.pelton.engine.error.EngineException;
import io.pelton.engine.tensor.DeviceId;
import io.pelton.engine.tensor.DeviceMemory;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUfunction;
import jcuda.driver.CUresult;
import jcuda.driver.JCudaDriver;

/**
 * The primary context of a device, which all of this process share, and what is loaded into it. A
 * failure after which every call fails ends it for everybody: it is lost, and the next one of the
 * same device is another generation. Thread-safe.
 */
public final class CudaContext implements DeviceMemory.Keeper {
  private final DeviceInformation information;
  private final int generation;
  private final CUdevice device;
  private final CUcontext handle;
  private final Gate gate = new Gate(this, false);
  private final Modules modules = new Modules(this);
  private final Set<Gate> gates = ConcurrentHashMap.newKeySet();
  private final AtomicInteger users = new AtomicInteger();
  private final AtomicInteger resetCode = new AtomicInteger();
  private volatile DeviceLost loss;
  private boolean isRetired;

  private CudaContext(
      DeviceInformation information, int generation, CUdevice device, CUcontext handle) {
    this.information = information;
    this.generation = generation;
    this.device = device;
    this.handle = handle;
    gates.add(gate);
  }

  static CudaContext open(DeviceInformation information, int generation, CUdevice device) {
    CUcontext handle = new CUcontext();
    int code = JCudaDriver.cuDevicePrimaryCtxRetain(handle, device);
    if (code != CUresult.CUDA_SUCCESS) {
      throw failure(information.id(), "opening of its context", code);
    }
    return new CudaContext(information, generation, device, handle);
  }

  public DeviceId device() {
    return information.id();
  }

  public DeviceInformation information() {
    return information;
  }

  /** How many contexts of the device there were before this one. */
  public int generation() {
    return generation;
  }

  public CUcontext handle() {
    return handle;
  }

  /** Makes it the calling thread's context, which costs little where it is already. */
  public void bind() {
    if (!CurrentContext.is(this)) {
      check(JCudaDriver.cuCtxSetCurrent(handle), "binding of its context");
      CurrentContext.set(this);
    }
  }

  boolean bindIfPossible() {
    if (CurrentContext.is(this)) {
      return true;
    }
    int code = JCudaDriver.cuCtxSetCurrent(handle);
    if (code == CUresult.CUDA_SUCCESS) {
      CurrentContext.set(this);
    } else {
      failure("binding of its context", code);
    }
    return code == CUresult.CUDA_SUCCESS;
  }

  /**
   * A kernel of a module that comes with this backend.
   *
   * @param module loaded when first asked for
   * @throws DeviceFailure when there is no such module or kernel, or the driver can't take it
   */
  public CUfunction function(String module, String name) {
    return modules.function(module, name);
  }

  /** For calls that belong to no queue. */
  public Gate gate() {
    return gate;
  }

  /** For the calls of one queue, until {@link #remove}. */
  public Gate newGate() {
    Gate added = new Gate(this, true);
    gates.add(added);
    return added;
  }

  public void remove(Gate left) {
    gates.remove(left);
  }

  /** Counts whoever has something in the context: a lost one is taken down with the last. */
  public void retain() {
    users.incrementAndGet();
  }

  public void release() {
    if (users.decrementAndGet() == 0 && isLost()) {
      retire();
    }
  }

  /**
   * Checks a return code.
   *
   * @param action what was tried, such as {@code creation of a stream}
   * @throws DeviceLost for a code after which all calls fail
   * @throws DeviceFailure for others than success
   */
  public void check(int code, String action) {
    if (code != CUresult.CUDA_SUCCESS) {
      throw failure(action, code);
    }
  }

  /**
   * Checks the return code of a call that releases something. That the context turns out to be lost
   * is nothing to complain about: all in it is gone then.
   *
   * @throws DeviceFailure for others
   */
  void checkReleased(int code, String action) {
    if (code != CUresult.CUDA_SUCCESS) {
      EngineException failure = failure(action, code);
      if (!isLost()) {
        throw failure;
      }
    }
  }

  /** What {@link #check} throws for a code, which is not success. */
  public EngineException failure(String action, int code) {
    EngineException failure = failure(device(), action, code);
    if (failure instanceof DeviceLost lost) {
      loss = loss == null ? lost : loss;
    }
    return failure;
  }

  private static EngineException failure(DeviceId device, String action, int code) {
    return ErrorCode.isSticky(code)
        ? new DeviceLost(device.toString(), action, ErrorCode.name(code))
        : new DeviceFailure(device.toString(), action, ErrorCode.name(code));
  }

  @Override
  public boolean isLost() {
    return loss != null;
  }

  /** A new exception for each who meets the loss. */
  @Override
  public DeviceLost loss() {
    DeviceLost first = loss;
    return new DeviceLost(first.device(), first.action(), first.code());
  }

  void requireAlive() {
    if (isLost()) {
      throw loss();
    }
  }

  /**
   * Takes the lost context down, with all that is still in it; whoever has something there makes no
   * more calls.
   */
  synchronized void retire() {
    if (isRetired) {
      return;
    }
    isRetired = true;
    gates.forEach(Gate::shut);
    int reset = JCudaDriver.cuDevicePrimaryCtxReset(device);
    int released = JCudaDriver.cuDevicePrimaryCtxRelease(device);
    resetCode.set(reset == CUresult.CUDA_SUCCESS ? released : reset);
  }

  /** Gives the context back, in which there is nothing any more. */
  void close() {
    check(JCudaDriver.cuDevicePrimaryCtxRelease(device), "release of its context");
  }

  /**
   * @throws EngineException when the lost context could not be taken down, so that there is no next
   */
  void requireRetired() {
    if (resetCode.get() != CUresult.CUDA_SUCCESS) {
      throw failure(device(), "reset after " + loss.code(), resetCode.get());
    }
  }

  @Override
  public String toString() {
    return information + ", generation " + generation;
  }
}
