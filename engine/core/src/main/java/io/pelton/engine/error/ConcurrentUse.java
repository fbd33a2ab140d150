package io.pelton.engine.error;

/** An executable was entered while another thread was running it, or after it was closed. */
public final class ConcurrentUse extends EngineException {
  private static final long serialVersionUID = 1L;

  private final String executable;
  private final String reason;

  public ConcurrentUse(String executable, String reason) {
    super(
        "Executable '"
            + executable
            + "' can't run: "
            + reason
            + ". Use one executable a thread (newExecutable() shares the weights).");
    this.executable = executable;
    this.reason = reason;
  }

  public String executable() {
    return executable;
  }

  public String reason() {
    return reason;
  }
}
