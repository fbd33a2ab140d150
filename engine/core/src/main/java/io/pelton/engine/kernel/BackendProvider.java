package io.pelton.engine.kernel;

import java.util.List;

/**
 * A backend, found by {@link java.util.ServiceLoader}. Loading the class must not touch natives;
 * only {@link #probe} may.
 */
public interface BackendProvider {
  /**
   * The name by which users choose it: {@code cpu}, {@code cuda}. Providers of one name give the
   * same results; the best of them that is usable is taken, with one warning where a better one is
   * not.
   */
  String name();

  /** Among usable backends for the same hardware, the highest rank is the default. */
  int rank();

  /**
   * Whether its kernels compute in the host's memory. Those of other backends compute on {@link
   * #devices}; such a backend is never a default, and is not even probed unless it is named or all
   * are asked for.
   */
  default boolean isHost() {
    return true;
  }

  /** Whether it can run here, or why not. Cheap after the first call; thread-safe. */
  Probe probe();

  /** Registers every kernel; called once, and only where {@link #probe} says usable. */
  void register(BindingTable.Builder table);

  /**
   * The devices of a backend that is not the host's, in order of their index; called only where
   * {@link #probe} says usable. Their {@link DeviceRuntime runtimes} belong to the process: the
   * provider opens each when it is first needed, hands out the same ones from then on, also through
   * other instances of its class, and never closes them. Callers close what they allocate, not
   * devices. Thread-safe.
   *
   * @param backend this provider's, for the devices to run kernels of
   * @return empty for a host backend
   */
  default List<AttachedDevice> devices(Backend backend) {
    return List.of();
  }
}
