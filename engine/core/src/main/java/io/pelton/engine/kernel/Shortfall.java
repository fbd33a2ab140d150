package io.pelton.engine.kernel;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Warns that a backend is used where a better one of its name can't be; once a name for every class
 * loader of the engine.
 */
final class Shortfall {
  private static final System.Logger LOG = System.getLogger(Shortfall.class.getPackageName());
  private static final Set<String> WARNED = ConcurrentHashMap.newKeySet();

  private Shortfall() {}

  /**
   * @param reason that the better one's probe gives
   */
  static void warn(String backend, String reason) {
    if (WARNED.add(backend)) {
      LOG.log(
          System.Logger.Level.WARNING,
          "Backend {0} runs without its faster kernels, which give the same results: {1}",
          backend,
          reason);
    }
  }
}
