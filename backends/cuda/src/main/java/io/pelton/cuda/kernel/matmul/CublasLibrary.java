package io.pelton.cuda.kernel.matmul;

import io.pelton.cuda.driver.NativeLoading;
import io.pelton.engine.kernel.Probe;
import jcuda.jcublas.JCublas2;

/** cuBLAS of this machine, looked for when first asked; what was found stays so. Thread-safe. */
final class CublasLibrary {
  private static final String FILE = "libcublas.so.12";
  private static Probe found;

  private CublasLibrary() {}

  /** Usable, or why not in one sentence. */
  static synchronized Probe probe() {
    if (found == null) {
      found = load();
    }
    return found;
  }

  private static Probe load() {
    try {
      NativeLoading.initialize(JCublas2.class);
    } catch (UnsatisfiedLinkError | NoClassDefFoundError e) {
      return new Probe.Unusable(reason(String.valueOf(e.getMessage())));
    }
    JCublas2.setExceptionsEnabled(false);
    return new Probe.Usable("cuBLAS 12");
  }

  /**
   * @param message which holds the traces of all attempts to load
   */
  static String reason(String message) {
    return message.contains(FILE)
        ? "cuBLAS is not installed: " + FILE + " can't be opened"
        : "JCuda's library for cuBLAS can't be loaded: "
            + message.lines().findFirst().orElse("no reason given");
  }
}
