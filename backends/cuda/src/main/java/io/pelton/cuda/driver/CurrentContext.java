package io.pelton.cuda.driver;

/**
 * Remembers which context each thread has, between {@link #forget}s. The driver may be told another
 * one by somebody else on the same thread, so it is forgotten whenever a run ends.
 */
public final class CurrentContext {
  /** Arrays, lest a thread that goes on keeps this class from being unloaded. */
  private static final ThreadLocal<Object[]> CURRENT = ThreadLocal.withInitial(() -> new Object[1]);

  private CurrentContext() {}

  static boolean is(CudaContext context) {
    return CURRENT.get()[0] == context;
  }

  static void set(CudaContext context) {
    CURRENT.get()[0] = context;
  }

  /** The next call of this thread binds its context anew. */
  public static void forget() {
    CURRENT.get()[0] = null;
  }
}
