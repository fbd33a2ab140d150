package io.pelton.engine.kernel;

/**
 * A backend, found by {@link java.util.ServiceLoader}. Loading the class must not touch natives;
 * only {@link #probe} may.
 */
public interface BackendProvider {
  /** The name by which users choose it: {@code cpu}, {@code cuda}. */
  String name();

  /** Among usable backends for the same hardware, the highest rank is the default. */
  int rank();

  /** Whether it can run here, or why not. Cheap after the first call; thread-safe. */
  Probe probe();

  /** Registers every kernel; called once, and only where {@link #probe} says usable. */
  void register(BindingTable.Builder table);
}
