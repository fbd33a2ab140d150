package io.pelton.engine.error;

/** The same kernel was registered twice under one key. */
public final class DuplicateKernel extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String key;
  private final String kernel;

  public DuplicateKernel(String key, String kernel) {
    super(
        "Kernel '"
            + kernel
            + "' is registered twice under "
            + key
            + "; register each kernel once a key.");
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
