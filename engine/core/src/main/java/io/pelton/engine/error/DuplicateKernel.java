package io.pelton.engine.error;

/** The same kernel, or another of its name, was registered twice under one key. */
public final class DuplicateKernel extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String kernel;

  /**
   * @param kernel the name that was registered last
   * @param present what it repeats
   */
  public DuplicateKernel(String key, String kernel, String present) {
    super(
        "Kernel '"
            + kernel
            + "' is registered under "
            + key
            + ", which has "
            + present
            + " already; register each kernel once a key, under a name of its own.");
    this.key = key;
    this.kernel = kernel;
  }

  public String key() {
    return key;
  }

  public String kernel() {
    return kernel;
  }
}
