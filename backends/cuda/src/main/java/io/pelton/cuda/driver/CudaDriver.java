package io.pelton.cuda.driver;

import io.pelton.engine.error.BackendUnavailable;
import io.pelton.engine.kernel.Probe;
import java.util.List;

/**
 * The driver of this machine, loaded and initialized when first asked. What was found stays so for
 * as long as the process runs. Thread-safe.
 */
public final class CudaDriver {
  /** The name of the backend, and so the first part of its devices' names. */
  public static final String BACKEND = "cuda";

  private static volatile DriverState state;

  private CudaDriver() {}

  /** Usable with what was found, or why not in one sentence. */
  public static Probe probe() {
    DriverState found = state();
    return found.reason() == null
        ? new Probe.Usable(found.description())
        : new Probe.Unusable(found.reason());
  }

  /**
   * The devices on which this backend's kernels run; the index of a device is the driver's.
   *
   * @throws BackendUnavailable with the reason that {@link #probe} gives
   */
  public static List<DeviceInformation> devices() {
    return usable().devices();
  }

  /**
   * The context of a device: a new one where there is none yet, or the last one was lost.
   *
   * @param index the driver's
   * @throws BackendUnavailable when there is no such device
   * @throws io.pelton.engine.error.EngineException when the device doesn't let itself be opened
   */
  public static CudaContext context(int index) {
    return usable().contexts(index).current();
  }

  private static DriverState usable() {
    DriverState found = state();
    if (found.reason() != null) {
      throw new BackendUnavailable(BACKEND, found.reason(), List.of());
    }
    return found;
  }

  /**
   * Gives all contexts back and looks again when next asked, for tests that change what there is;
   * nothing may use a context any more.
   */
  static synchronized void forget() {
    if (state != null) {
      state.contexts().values().forEach(DeviceContexts::close);
      state = null;
    }
  }

  private static DriverState state() {
    DriverState known = state;
    if (known == null) {
      synchronized (CudaDriver.class) {
        known = state == null ? DriverState.find() : state;
        state = known;
      }
    }
    return known;
  }
}
